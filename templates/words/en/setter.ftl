setter-your-drafts = Your drafts
setter-validate-a-problem = Validate a problem
setter-drafts-other-setters = Drafts of other setters
setter-keep = Validate and keep
setter-explained = Send the folder of your problem as a zip or tar. Its setter's program and its examples run here, and you get the report that <code>dojo problem validate</code> prints. The package is kept as a draft, which only you and the organizers see, until you hand it in to a season or delete it.
setter-limit = At most { $n } drafts are kept for one setter, besides those that have become problems.
setter-takes-problems = { $season } (takes problems)
setter-default-season = a season of default limits, scoring { $version }
