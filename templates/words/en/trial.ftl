trial-said = What the program said
trial-try-it = Try it
trial-on-server = Runs it on the server. No attempt is spent.
trial-run-here = Run here
trial-stop = Stop
trial-weigh-it = Check its data
trial-explained = Runs in your browser while you type, as <a href="/docs/platform">the judge</a> runs it; only the sign of a NaN may differ. No attempt is spent.
trial-ran-on-server = Run on the server; no attempt was spent.
trial-running = Running…
trial-loading = Loading Python, { $loaded } of { $of } MB.
trial-stack-there = This browser has too small a stack for it, so it ran on the server; no attempt was spent.
trial-took = { $n } ms in this browser; nothing was sent.
trial-run-there = Run on the server
trial-no-webassembly = This browser has no WebAssembly, so programs are not run while you type. The server runs yours when you ask it to. No attempt is spent.
trial-no-terms = the terms could not be loaded
trial-unloaded = the interpreter could not be loaded: { $status }
trial-stderr-omitted = bytes left out
trial-trap = a fault that ended the interpreter ({ $why })
trial-unnamed = an exception that standard error does not name
trial-fault = The program could not be run here: { $why }.
trial-stopped =
    { $n ->
        [0] Stopped.
        [one] Stopped after { $n } term.
       *[other] Stopped after { $n } terms.
    }
trial-stopped-typed = A run while you type has ten seconds; “Run here” gives it two minutes.
trial-stopped-asked = A run here has two minutes; the judge counts instructions instead.
trial-stack =
    { $n ->
        [0] This browser has too small a stack for the program. The judge has more.
        [one] This browser has too small a stack for the program after { $n } term. The judge has more.
       *[other] This browser has too small a stack for the program after { $n } terms. The judge has more.
    }
cell-known = a({ $index }) = { $expected }
cell-right = a({ $index }) = { $expected }, right
cell-same = a({ $index }) = { $expected }; you printed the same, after the first difference
cell-wrong = a({ $index }) = { $expected }; you printed { $printed }
cell-made = a({ $index }): you printed { $printed }; only the judge knows whether it is right
cell-hidden = a({ $index }) is hidden until Reveal
cell-hidden-printed = a({ $index }): you printed { $printed }; what is right is hidden until Reveal
