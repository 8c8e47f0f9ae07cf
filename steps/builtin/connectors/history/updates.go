package history

import (
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// Updates are the updates of connectors that succeeded, or were rejected.
type Updates struct {
	mu sync.Mutex
	// succeeded counts the updates of each connector that succeeded, by its service_name: since the
	// last one that sent another service_name.
	succeeded map[string]int
	// unlabelled says that an update of data without a label succeeded.
	unlabelled bool
	// acceptedAt is when the last update was sent that was accepted, of a connector that is not
	// published, and rejectedFrom when the first valid one after it was rejected.
	acceptedAt, rejectedFrom time.Time
}

// noteUpdated counts an update of a connector that succeeded. One that sends another service_name
// may have made that the connector's own, so that the count begins again.
func noteUpdated(h *History, service string, e *client.Exchange) {
	if e.Operation != spec.UpdateConnector || !e.Accepted() {
		return
	}
	u := &h.Updates
	u.mu.Lock()
	defer u.mu.Unlock()
	u.succeeded[service]++
	if !h.Published.Has(service) {
		u.noteAccepted(e)
	}
	sent := gjson.GetBytes(e.Request.Body, "connector")
	u.unlabelled = u.unlabelled || sent.Get("data").Exists() && !sent.Get("label").Exists()
	if world.SentMember(e, "service_name") != "" || e.Get("data.service_name").String() != service {
		u.succeeded[service] = 0
	}
}

// noteAccepted records an update that was accepted, of a connector that is not published. Responses may
// be noted in another order than they were received.
func (u *Updates) noteAccepted(e *client.Exchange) {
	if e.Began.After(u.acceptedAt) {
		u.acceptedAt = e.Began
	}
	if u.rejectedFrom.Before(e.Received) {
		u.rejectedFrom = time.Time{}
	}
}

// NoteRejected records that a valid update was rejected.
func NoteRejected(r *world.Run, e *client.Exchange) {
	if e.Operation != spec.UpdateConnector || !e.Allowed || !e.Rejected() {
		return
	}
	u := &Of(r).Updates
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.rejectedFrom.IsZero() {
		u.rejectedFrom = e.Received
	}
}

// RejectedSince reports whether updates of connectors that are not published may be rejected because
// of a publishing: none was accepted after it, nor were they rejected before.
func (u *Updates) RejectedSince(publishing *client.Exchange) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.acceptedAt.Before(publishing.Received) && u.rejectedFrom.After(publishing.Began)
}

// Has reports whether a connector was updated under its service_name, so that one that is not found
// can only be lost.
func (u *Updates) Has(service string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.succeeded[service] > 0
}

// HasUnlabelled reports whether an update of data without a label succeeded.
func (u *Updates) HasUnlabelled() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.unlabelled
}
