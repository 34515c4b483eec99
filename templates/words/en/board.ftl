board-find = Find a name
board-jump = Jump to me
board-star = ☆ keeps somebody on top, in this browser.
