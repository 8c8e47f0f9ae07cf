package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"understudy/steps/report"
)

// Unseen records that a promise of the scenario could not be observed.
func (s *Scenario) Unseen(promise string, reason report.Reason) {
	if s.Result.Unseen == nil {
		s.Result.Unseen = map[string]report.Reason{}
	}
	s.Result.Unseen[promise] = reason
}

// Remark records something that changes no verdict.
func (s *Scenario) Remark(format string, args ...any) {
	text := s.Run.Redact.Text(fmt.Sprintf(format, args...))
	if !slices.Contains(s.Result.Remarks, text) {
		s.Result.Remarks = append(s.Result.Remarks, text)
	}
}

// ReadBackBy records how the scenario read back what a write did.
func (s *Scenario) ReadBackBy(by string) {
	s.Remark("read back by: %s", by)
	s.Result.ReadBack = cmp.Or(s.Result.ReadBack, s.Run.Redact.Text(by))
}

// NotReadBack records that nothing shows what a write did.
func (s *Scenario) NotReadBack(remark string) {
	s.Remark("%s", remark)
	s.Result.ReadBack = cmp.Or(s.Result.ReadBack, s.Run.Redact.Text(remark))
}

// Observe records the variant of a gap on the operation of a response.
func (s *Scenario) Observe(gapID, operation, variant, evidence string) {
	s.Run.Observations.Observe(report.Gap{ID: gapID, Operation: operation, Observed: variant, Evidence: s.Run.Redact.Evidence(evidence)})
}
