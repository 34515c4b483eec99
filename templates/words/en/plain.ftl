plain-setter-heading = The setter’s { $what }
plain-setter-lines = The setter’s { $what }, numbered lines
plain-another = Send another { $what }
plain-announced = { $name }.
plain-announced-score = { $name }. Score { $score }.
