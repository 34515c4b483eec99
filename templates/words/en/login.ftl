login-register = No account? <a href="{ $address }">Register</a>
login-wrong = There is no such name with this password.
login-forgot = Forgot?
login-members-only = This site is for its members. Sign in to see it.
login-code-title = Code
login-code-explained = One more step. Type the code that your app shows.
login-code = Code, or a recovery code
login-code-other = Somebody else?
login-code-lost = Phone and recovery codes are lost? An organizer can take the second factor off.
login-code-wrong = This code is wrong, or it was used before. The app shows a new one every 30 seconds.
login-again = That took too long. Sign in again.
