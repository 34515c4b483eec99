trial-said = What the program said
trial-try-it = Try it
trial-on-server = Runs it on the server. No attempt is spent.
trial-run-here = Run here
trial-stop = Stop
trial-weigh-it = Weigh it
trial-explained = Runs in your browser, by the judge’s own Python, while you type. No attempt is spent. Fuel is not counted here.
trial-ran-on-server = Run on the server; no attempt was spent.
