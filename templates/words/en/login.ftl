login-register = No account? <a href="{ $address }">Register</a>
login-wrong = There is no such name with this password.
login-forgot = Forgot?
