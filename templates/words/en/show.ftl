show-title = The Reveal of { $title }
show-right = { $n } right
show-pause = Pause
