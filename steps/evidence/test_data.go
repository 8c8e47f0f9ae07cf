package evidence

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/target"
)

// TestData is how the deployment responded to the keys of the target file.
type TestData struct {
	redact *client.Redactor

	mu   sync.Mutex
	keys map[string]*report.TestData
}

// Accept counts an allowed request that was accepted with the keys that it used.
func (t *TestData) Accept(e *client.Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, key := range e.Uses {
		t.of(key).Accepted++
	}
}

// Reject counts a request that was rejected, and how. That a plan allows no more says nothing of the keys, and that
// another request is under way nothing of a sample: the connector to publish may be published already.
func (t *TestData) Reject(e *client.Exchange, how string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Status == http.StatusPaymentRequired {
		return
	}
	mayBeBusy := e.Status == http.StatusConflict || e.Status == http.StatusLocked
	for _, key := range e.Uses {
		if mayBeBusy && target.IsSample(key) {
			continue
		}
		d := t.of(key)
		if d.Rejected++; d.Rejected == 1 {
			d.Operation, d.Outcome = e.Operation, t.redact.Text(how)+t.otherCause(e)
		}
	}
}

// otherCause says what else than a key of the target file may be the cause of a rejection.
func (t *TestData) otherCause(e *client.Exchange) string {
	switch {
	case e.Status >= 300 && e.Status < 400:
		return " (or base_url is not the URL of the API itself: it redirects)"
	case e.Status == http.StatusForbidden:
		return " (or the token has no right to this operation)"
	case e.OK() || e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity:
		return t.aboutText(e)
	}
	return ""
}

// aboutText names the text that a rejected request wanted to save, where the response says no more
// than a status.
func (t *TestData) aboutText(e *client.Exchange) string {
	members := e.JSON().Map()
	delete(members, "status")
	if len(members) > 0 || !e.IsJSON() && len(e.Body) > 0 {
		return ""
	}
	for _, path := range []string{"name", "service_connection.name", client.LabelSent} {
		sent := gjson.GetBytes(e.Request.Body, path)
		text := prose.Clip(t.redact.Text(sent.Str), 60) // before quotes change what it is recognised by
		switch {
		case sent.Type != gjson.String:
		case e.Method == http.MethodPost:
			return fmt.Sprintf(" (or the text %q is not accepted, or there are as many as the deployment allows)", text)
		default:
			return fmt.Sprintf(" (or the text %q is not accepted)", text)
		}
	}
	return ""
}

// Contradict records that a resource which the deployment knows is not what the key of
// the target file says that it is.
func (t *TestData) Contradict(key, operation, how string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.of(key)
	d.Contradicted, d.Operation, d.Outcome = true, operation, t.redact.Text(how)
}

func (t *TestData) of(key string) *report.TestData {
	if t.keys[key] == nil {
		t.keys[key] = &report.TestData{Key: key}
	}
	return t.keys[key]
}

// used returns the keys that the run used, in order.
func (t *TestData) used(operations *Operations) (all []report.TestData) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, d := range t.keys {
		if key == target.ConnectorServiceName && operations.HasSucceeded(spec.UpdateConnector) {
			// The members that an update must have are not shown: what the
			// run's own connectors accept, this one may not.
			continue
		}
		all = append(all, *d)
	}
	slices.SortFunc(all, func(a, b report.TestData) int { return cmp.Compare(a.Key, b.Key) })
	return all
}
