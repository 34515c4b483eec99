report-ok = ok
report-warning = warning
report-failed = FAILED
report-skipped = skipped
report-files = files
report-rules = rules
report-setter = setter
report-runs = runs
report-limits = limits
report-digits = digits
report-examples = examples
report-hidden = hidden
report-new = new
report-valid = valid
report-valid-with =
    { $n ->
        [one] valid, with { $n } warning
       *[other] valid, with { $n } warnings
    }
report-not-valid =
    { $n ->
        [one] not valid: { $n } rule failed
       *[other] not valid: { $n } rules failed
    }
