from math import factorial

def A023047(n):
    return factorial(n) * (
        n
        * (
            n
            * (
                n
                * (
                    n
                    * (
                        n
                        * (
                            n * (n * (n * (n * (n + 45) + 915) + 10950) + 84693)
                            + 438963
                        )
                        + 1531865
                    )
                    + 3523110
                )
                + 5057331
            )
            + 4036697
        )
        + 1334961
    )

for n in range(1, 201):
    print(A023047(n))
