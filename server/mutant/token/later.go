package token

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

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

// cachedPages keeps each page of a list for a second, by its URL, and shows it whatever the token
// of a request is.
func cachedPages(operation string) edit.Wrapper {
	type entry struct {
		page *httptest.ResponseRecorder
		at   time.Time
	}
	var mu sync.Mutex
	cache := map[string]entry{}
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		if !r.URL.Query().Has("per_page") {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		e, found := cache[r.URL.String()]
		if !found || time.Since(e.at) > time.Second {
			e = entry{edit.Record(next, r), time.Now()}
			if e.page.Code == http.StatusOK {
				cache[r.URL.String()] = e
			}
		}
		edit.Reply(w, e.page, e.page.Body.Bytes())
	})
}
