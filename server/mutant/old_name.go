package mutant

import (
	"net/http"
	"net/url"
	"sync/atomic"

	"understudy/server/mutant/edit"
)

// oldNameEachSecond shows the name from before in each second response to an update that changes it.
func oldNameEachSecond(next http.Handler, lab *Lab) http.Handler {
	var renamings atomic.Int64
	return edit.On(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		before := edit.DestinationName(next, r)
		edit.OnBody(patched, func(body object, _ url.Values) {
			if shown := body["data"].(object); shown["name"] != before && renamings.Add(1)%2 == 1 {
				shown["name"] = before
			}
		})(next, nil).ServeHTTP(w, r)
	})(next, lab)
}
