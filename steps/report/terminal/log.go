package terminal

import (
	"fmt"
	"io"
	"strings"
	"time"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// logEvery is the interval at which a log reports progress.
const logEvery = 10 * time.Second

// NewLog returns a function that shows a run of total scenarios in a log, such as
// that of a CI job: it writes a line for each scenario that failed or could not be
// verified, and the progress every 10 seconds.
func NewLog(w io.Writer, total int, colour bool, now func() time.Time) func(report.Scenario) {
	p, counts, last := &printer{w: w, colour: colour}, map[report.Verdict]int{}, now()
	return func(s report.Scenario) {
		counts[s.Verdict]++
		if s.Verdict == report.Fail || s.Verdict == report.Error {
			p.scenario(s)
		}
		if now().Sub(last) >= logEvery {
			last = now()
			p.line("%s", tallied(counts, total))
		}
	}
}

// tallied returns the progress of a run, as in "12 of 225 scenarios: 11 pass, 1 fail".
func tallied(counts map[report.Verdict]int, total int) string {
	done, words := 0, []string(nil)
	for _, v := range append(view.Verdicts(report.Summary{}), report.Known) {
		if n := counts[v]; n > 0 {
			done += n
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	return fmt.Sprintf("%d of %s: %s", done, prose.Count(total, "scenario"), strings.Join(words, ", "))
}
