package steps

import (
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// caughtUp asks again while an answer lags behind a write, until limits.settle
// has passed.
func (w *world) caughtUp(e *client.Exchange, lags func(*client.Exchange) bool, ask func() *client.Exchange) (*client.Exchange, error) {
	limit := time.Duration(w.run.target.Limits.Settle)
	for pause, passed := firstPause, time.Duration(0); lags(e) && passed < limit; pause = min(2*pause, longestPoll) {
		pause = min(pause, limit-passed)
		if err := w.pass(pause); err != nil {
			return e, err
		}
		passed += pause
		again := ask()
		if again == nil {
			break
		}
		e = again
	}
	return e, nil
}

// isNotFound tells that an answer knows nothing of what the path names.
func isNotFound(e *client.Exchange) bool {
	if e.Err != nil || e.Status == http.StatusNotFound {
		return e.Err == nil
	}
	word := e.Get("status").String()
	return isRefusal(e) && (word == "not_found" || word == "404")
}

// noteMade remembers when the run made something, by its path.
func (r *run) noteMade(made *client.Exchange, id gjson.Result) {
	if len(id.Raw) > mostOfURL {
		return // it is not asked for
	}
	name := url.PathEscape(id.String())
	if id.Type == gjson.Number {
		name = client.Number(id)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.madeAt[made.Path+"/"+name] = made.Received
}

// settlesAt is until when what a request's path names may not be found, because
// the run has just made it. An operation that once did not find it at all is not
// waited for again.
func (r *run) settlesAt(e *client.Exchange) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, made := r.madeAt[e.Path]
	if !made {
		at, made = r.madeAt[path.Dir(e.Path)] // as that of a link, or of publishing
	}
	if !made || r.neverFound[e.Operation] {
		return time.Time{}
	}
	return at.Add(time.Duration(r.target.Limits.Settle))
}

// untilFound sends an allowed request again while what the run has just made is
// not found.
func (w *world) untilFound(e *client.Exchange) *client.Exchange {
	if !e.Allowed || !isNotFound(e) {
		return e
	}
	settled := w.run.settlesAt(e)
	waited := false
	for pause := firstPause; isNotFound(e) && e.Began.Before(settled); pause = min(2*pause, longestPoll) {
		if w.pause(max(0, min(pause, time.Until(settled)))) != nil {
			return e
		}
		e, waited = w.do(e.Request), true
	}
	if waited && isNotFound(e) {
		w.run.mu.Lock()
		w.run.neverFound[e.Operation] = true
		w.run.mu.Unlock()
	}
	return e
}
