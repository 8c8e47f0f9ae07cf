//go:build !race

package steps_test

import "time"

// raceEnabled says that the race detector makes every run several times slower:
// the sheet of violations is then judged in samples, and whole without it.
const raceEnabled = false

// patience is how long completion may take before a run fails it.
const patience = 2 * time.Second
