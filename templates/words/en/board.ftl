board-find = Find a name
board-jump = Jump to me
board-star = ☆ keeps somebody on top, in this browser.
board-follow = Follow { $name }
board-found =
    { $n ->
        [one] { $n } person on this page
       *[other] { $n } people on this page
    }
live-news = There is a new announcement.
live-changed =
    { $n ->
        [one] One row has changed.
       *[other] { $n } rows have changed.
    }
board-first-bytes =
    { $n ->
        [one] { $name } is first with { $n } byte.
       *[other] { $name } is first with { $n } bytes.
    }
board-first-points =
    { $n ->
        [one] { $name } is first with { $n } point.
       *[other] { $name } is first with { $n } points.
    }
board-whose = Whose board
board-people = People
board-models = Models
board-all = Both
board-model-of = model, run by { $name }
