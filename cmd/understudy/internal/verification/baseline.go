package verification

import (
	"errors"
	"fmt"
	"time"

	"understudy/spec/atomicfile"
	"understudy/steps"
	"understudy/steps/baseline"
	"understudy/steps/report"
)

// knownFailures holds the failures of --baseline. Without --baseline it is empty, and
// does nothing.
type knownFailures struct {
	*baseline.Baseline
	file   string
	writes bool
}

func (o Options) loadBaseline() (k knownFailures, err error) {
	k.file, k.writes = o.Baseline, o.UpdateBaseline
	switch {
	case o.Baseline == "" && o.UpdateBaseline:
		return k, errors.New("--update-baseline writes a baseline: name its file with --baseline FILE")
	case o.Baseline == "":
		return k, nil
	}
	load := baseline.Load
	if o.UpdateBaseline {
		load = baseline.LoadToUpdate
		if err := atomicfile.Check(o.Baseline); err != nil {
			return k, fmt.Errorf("--update-baseline: %w", err)
		}
	}
	k.Baseline, err = load(o.Baseline, time.Now())
	return k, err
}

// watching marks the known failures of each scenario before it is shown.
func (k knownFailures) watching(show func(report.Scenario)) func(report.Scenario) {
	if k.Baseline == nil || show == nil {
		return show
	}
	return func(s report.Scenario) { show(k.Scenario(s)) }
}

// mark marks the known failures of a run. It needs all existing scenarios to find out
// what the run left out.
func (k knownFailures) mark(r *report.Run, folders []steps.Folder) error {
	if k.Baseline == nil {
		return nil
	}
	all, err := steps.List(steps.Options{Folders: folders})
	if err == nil {
		k.Mark(r, all)
	}
	return err
}

// update writes the baseline of a run, and returns a line about it.
func (k knownFailures) update(r *report.Run) (line string, err error) {
	if k.Baseline == nil || !k.writes {
		return "", nil
	}
	unexplained, err := k.Update(r)
	if err != nil {
		return "", fmt.Errorf("--update-baseline: %w", err)
	}
	unreasoned := ""
	switch {
	case unexplained == 1:
		unreasoned = ": 1 entry needs a reason"
	case unexplained > 1:
		unreasoned = fmt.Sprintf(": %d entries need a reason", unexplained)
	}
	return fmt.Sprintf("wrote %s%s\n", k.file, unreasoned), nil
}
