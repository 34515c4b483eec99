φ,ψ=1,0
for ν in range(200):
    print(φ+ψ)
    φ,ψ=φ+ψ,φ
