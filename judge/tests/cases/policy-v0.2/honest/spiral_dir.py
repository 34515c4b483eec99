x=y=0
dir=0
steps=1
turns=0
left=1
for n in range(200):
    print(x*1000+y)
    x+=(1,0,-1,0)[dir]
    y+=(0,1,0,-1)[dir]
    left-=1
    if left==0:
        dir=(dir+1)%4
        turns+=1
        if turns%2==0:
            steps+=1
        left=steps
