show-strips = Strips
show-terms-open = Terms open
show-title = The Reveal of { $title }
show-all-right = all right
show-right = { $n } right
show-pause = Pause
