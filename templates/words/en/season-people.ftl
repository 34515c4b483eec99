season-people-title = { $season }: people
season-people-none = Nobody has submitted to this season yet.
season-people-attempts = Attempts
season-people-last = Last attempt
season-people-solved = Solved
season-people-half = Half
season-people-best = Best scores
season-people-out = out: { $reason }
