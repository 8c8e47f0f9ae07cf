package mutant

import (
	"net/http"
	"net/url"
	"sync"

	"understudy/server/mutant/edit"
)

// closedLinks lets some links open nothing: which ones depends on how many their segment has
// with them, and on their redirect_uri.
func closedLinks(isClosed func(nth int, redirect string) bool) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		made, closed := map[string]int{}, map[string]bool{} // by path, and by the value auth of the uri
		opens := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			isClosed := closed[r.URL.Query().Get("auth")]
			mu.Unlock()
			if isClosed {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			next.ServeHTTP(w, r)
		})
		return edit.On(linking, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			x := served(next, r)
			uri, _ := x.data()["uri"].(string)
			redirect, _ := x.data()["redirect_uri"].(string)
			if u, err := url.Parse(uri); err == nil && x.done() {
				mu.Lock()
				made[r.URL.Path]++
				closed[u.Query().Get("auth")] = isClosed(made[r.URL.Path], redirect)
				mu.Unlock()
			}
			x.respond(w)
		})(opens, lab)
	}
}
