package report

import "understudy/steps/report/prose"

// TestData is a key of the target file that requests of the run used, with how often
// the deployment accepted and rejected those that the document allows. Operation and
// Outcome are those of the first rejection, or of the response that shows that the
// resource is not what the key says: Contradicted.
type TestData struct {
	Key       string `json:"key"`
	Accepted  int    `json:"accepted"`
	Rejected  int    `json:"rejected"`
	Operation string `json:"operation,omitempty"`
	Outcome   string `json:"outcome,omitempty"`

	Contradicted bool `json:"contradicted,omitempty"`
}

// unfit reports whether the deployment rejected the key whenever it was used, or showed
// that its resource is not what the key says.
func (d TestData) unfit() bool { return d.Contradicted || d.Rejected > 0 && d.Accepted == 0 }

// RejectedData groups the keys of the target file that the deployment rejected
// whenever they were used, by the rejections.
func (r *Run) RejectedData() (byOutcome prose.Groups) {
	for _, d := range r.TestData {
		if d.unfit() && !d.Contradicted {
			byOutcome.Add(prose.OneLine(d.Operation+": "+d.Outcome), d.Key)
		}
	}
	return byOutcome
}

// contradictedData says which resources are not what their keys of the target file say.
func (r *Run) contradictedData() (all []string) {
	for _, d := range r.TestData {
		if d.Contradicted {
			all = append(all, prose.OneLine(d.Key+" is not what the target file says ("+d.Operation+": "+d.Outcome+")"))
		}
	}
	return all
}
