site-skip = Skip to the content
site-staff-label = Setting and organizing
site-main-label = Main
site-rules = Rules
site-theme = Theme: auto
site-sign-out = Sign out
sent-refused = What you sent from “{ $name }” was not stored. It is still in this tab.
sent-again = Send it again
sent-drop = Forget it
site-foot = Programs run in a closed sandbox with <a href="/docs/platform#fuel">fuel</a> instead of a clock: the same program always gets the same verdict.
site-foot-label = Foot of the page
site-description = Sequence Dojo: find the rule behind a sequence of integers and write the shortest Python program that prints it.
site-share-text = Find the rule behind a sequence of integers and write the shortest Python program that prints it. Try it in your browser.
site-theme-light = Theme: light
site-theme-dark = Theme: dark
site-daily = Daily
