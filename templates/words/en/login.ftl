login-register = No account? <a href="{ $address }">Register</a>
