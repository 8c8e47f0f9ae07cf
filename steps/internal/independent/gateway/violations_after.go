package gateway

import (
	"net/http"
	"sync/atomic"
)

// afterFaults break off the write that follows a rejected one, as where a transaction was not rolled back.
var afterFaults = []Switch{
	{ID: "segment-after-rejection-fails", Breaks: "segments-are-created", Says: "the creation of a segment after a rejected one gets HTTP 500",
		Before: func() Gateway { return toSegments.failsAfterRejection() }},
	{ID: "connector-after-rejection-fails", Breaks: "connectors-are-created", Says: "the creation of a connector after a rejected one gets HTTP 500",
		Before: func() Gateway { return toConnectors.failsAfterRejection() }},
	{ID: "link-after-rejection-fails", Breaks: "links-are-created", Says: "the link after a rejected one gets HTTP 500",
		Before: func() Gateway { return toLinks.failsAfterRejection() }},
}

// failsAfterRejection makes the request after one that got HTTP 422 fail.
func (s sent) failsAfterRejection() Gateway {
	var aborted atomic.Bool
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if aborted.Swap(false) {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		rec := recorded(next, r)
		aborted.Store(rec.Code == http.StatusUnprocessableEntity)
		forward(w, rec, rec.Body.Bytes())
	})
}
