package baseline

import (
	"slices"

	"understudy/spec/atomicfile"
	"understudy/spec/promise"
	"understudy/spec/yamlfile"
	"understudy/steps/report"
)

// head is the start of a file that Update writes.
const head = `# Known failures of a deployment: see understudy verify --baseline.
# Every entry needs a reason, in words; one that is no longer true fails the run.
`

// Update writes the baseline of a run that Mark has marked: the entries that are
// still true, unchanged, and one without a reason for each failure that no entry
// covers. It notes in the run that the file is updated, and returns how many entries
// have no reason.
func (b *Baseline) Update(r *report.Run) (unexplained int, err error) {
	next := Baseline{Known: []Entry{}}
	for i, e := range b.Known {
		switch b.states[i] {
		case report.EntryPasses, report.EntryStale:
		default:
			next.Known = append(next.Known, e)
		}
	}
	for _, p := range r.Promises {
		for _, f := range failuresOf(r, p.ID) {
			if f.known == "" {
				next.add(p.ID, f.operations)
			}
		}
	}
	text, err := yamlfile.Write(next)
	if err != nil {
		return 0, err
	}
	for _, e := range next.Known {
		if e.Reason == "" {
			unexplained++
		}
	}
	if err := atomicfile.Put(b.file, append([]byte(head), text...), 0o644); err != nil {
		return 0, err
	}
	r.Baseline.Updated = true
	return unexplained, nil
}

// add adds an entry for a failure that no other one covers.
func (b *Baseline) add(failed string, operations []string) {
	for _, e := range b.Known {
		if e.covers(failed, operations) {
			return
		}
	}
	e := Entry{Promise: failed}
	p, _ := promise.ByID(failed)
	if i := slices.IndexFunc(operations, func(o string) bool { return slices.Contains(p.Operations, o) }); i >= 0 {
		e.Operation = operations[i]
	}
	b.Known = append(b.Known, e)
}
