package token

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

// doneLater rejects an update of a destination without a token, and does it all the same
// before the destination is shown for the second time after that.
func doneLater(next http.Handler, lab *edit.Lab) http.Handler {
	var mu sync.Mutex
	var waiting *http.Request
	shown := 0
	rejects := edit.On(spec.UpdateDestination, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
		if r.Header.Get("Authorization") == "" {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			update := r.Clone(r.Context())
			update.Body = io.NopCloser(bytes.NewReader(body))
			update.Header.Set("Authorization", "Bearer "+rightToken(spec.UpdateDestination, lab))
			mu.Lock()
			waiting, shown = update, 0
			mu.Unlock()
		}
		next.ServeHTTP(w, r)
	})(next, lab)
	return edit.On(spec.GetDestination, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		mu.Lock()
		if shown++; shown == 2 && waiting != nil {
			edit.Record(next, waiting)
			waiting = nil
		}
		mu.Unlock()
		next.ServeHTTP(w, r)
	})(rejects, lab)
}
