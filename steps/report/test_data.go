package report

// TestData is a key of the target file that requests of the run used, with how often
// the deployment accepted and rejected those that the document allows. Operation and
// Outcome are those of the first rejection.
type TestData struct {
	Key       string `json:"key"`
	Accepted  int    `json:"accepted"`
	Rejected  int    `json:"rejected"`
	Operation string `json:"operation,omitempty"`
	Outcome   string `json:"outcome,omitempty"`
}

// rejectedData groups the keys of the target file that the deployment rejected
// whenever they were used, by the rejections.
func (r *Run) rejectedData() (byOutcome grouped) {
	for _, d := range r.TestData {
		if d.Rejected > 0 && d.Accepted == 0 {
			byOutcome.add(oneLine(d.Operation+": "+d.Outcome), d.Key)
		}
	}
	return byOutcome
}
