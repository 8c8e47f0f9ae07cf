package journal

import (
	"cmp"
	"fmt"
	"slices"

	"understudy/server/secret"
	"understudy/spec/contract"
)

// Rejection is a reason for which the API rejected requests that did not leave the contract.
type Rejection struct {
	Calls
	Operation string `json:"operation"`
	Status    int    `json:"status"`
	Reason    string `json:"reason,omitempty"`
}

// rejection returns the reason for which the API rejected a request that was checked in full
// and did not leave the contract: nil for any other one, such as one that no operation is for.
func (e *Exchange) rejection(violations []contract.RequestViolation, known *secret.Known) *Rejection {
	isBreak := func(v contract.RequestViolation) bool { return !v.Note }
	switch {
	case e.Status < 400 || e.Status > 499, e.Operation == "", e.Page, e.Fault != "", e.Rejected != "", e.Limit != "",
		e.Request.Cut(), e.Request.HeaderCut, slices.ContainsFunc(violations, isBreak):
		return nil
	}
	h := newHider(known, e)
	return &Rejection{Operation: e.Operation, Status: e.Status, Reason: h.Text(e.Reason)}
}

// addRejection counts a rejection together with those for the same reason.
func (f *Findings) addRejection(e checked) {
	if e.rejection == nil {
		return
	}
	i := slices.IndexFunc(f.Rejections, func(r Rejection) bool {
		return r.Operation == e.rejection.Operation && r.Status == e.rejection.Status && r.Reason == e.rejection.Reason
	})
	if i < 0 {
		i = len(f.Rejections)
		f.Rejections = append(f.Rejections, *e.rejection)
	}
	f.Rejections[i].add(e.Exchange)
}

// describeRejections says what each rejection is, and orders them by their first exchange.
func (f *Findings) describeRejections() {
	for i, r := range f.Rejections {
		f.Rejections[i].Says = fmt.Sprintf("%s of %s within the contract: rejected with HTTP %d", r.calls(), r.Operation, r.Status)
		if r.Reason != "" {
			f.Rejections[i].Says += ": " + r.Reason
		}
	}
	slices.SortFunc(f.Rejections, func(a, b Rejection) int { return cmp.Compare(a.Seqs[0], b.Seqs[0]) })
}

// RejectedCalls is how many requests the rejections are about.
func (f Findings) RejectedCalls() (n int) {
	for _, r := range f.Rejections {
		n += r.Count
	}
	return n
}
