from dataclasses import dataclass
@dataclass
class Polynomial:
    coefficients: list
    def __mul__(self, other):
        result = [0] * (len(self.coefficients) + len(other.coefficients) - 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                result[i + j] += a * b
        return Polynomial(result)
    def at(self, x):
        return sum(c * x**k for k, c in enumerate(self.coefficients))
p = Polynomial([1, 1])
for n in range(200):
    print(p.at(2))
    p = p * Polynomial([1, 1]) if n % 20 else Polynomial([1, n])
