package-against-parameters = Against the parameters of
package-how-set-problem = How to set a problem
package-drafts = Drafts
package-file = Zip or tar (plain, .gz or .zst), at most { $n } MiB
package-waits = waits for an organizer
package-sent-back = sent back
