//go:build race

package steps_test

import "time"

// raceEnabled reports whether the race detector is on. It makes every run several
// times slower, so the violations are then verified in samples.
const raceEnabled = true

// patience is how long completion may take before the run reports a failure.
const patience = 5 * time.Second
