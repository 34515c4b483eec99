login-register = No account? <a href="{ $address }">Register</a>
login-wrong = There is no such name with this password.
login-forgot = Forgot?
login-members-only = This site is for its members. Sign in to see it.
