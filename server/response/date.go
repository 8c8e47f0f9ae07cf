package response

import (
	"net/http"
	"sync/atomic"
	"time"
)

// dated is a second in the form of the header Date.
type dated struct {
	second int64
	values []string // must not be changed
}

// lastDate is the one that was requested last. Most requests come in the same
// second as another.
var lastDate atomic.Pointer[dated]

// Date sets the header Date to the time of the world: a client that compares an
// expiration with Date needs that.
func Date(w http.ResponseWriter, now time.Time) { w.Header()["Date"] = date(now) }

func date(at time.Time) []string {
	second := at.Unix()
	if d := lastDate.Load(); d != nil && d.second == second {
		return d.values
	}
	d := &dated{second, []string{at.UTC().Format(http.TimeFormat)}}
	lastDate.Store(d)
	return d.values
}
