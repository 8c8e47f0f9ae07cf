package mutant

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"

	"understudy/server"
	"understudy/server/mutant/edit"
	"understudy/server/mutant/token"
	"understudy/spec"
)

// late is after how many requests the late mutants begin. A run sends more before its
// last scenarios.
const late = 400

// lateOnes keep every promise at first.
func lateOnes() []Mutant {
	return []Mutant{
		{ID: "revoked-token-later", Breaks: "token-valid", Says: "after 400 requests, a revoked token is as good as that of the workspace",
			Change: later400(ofWorkspace(func(token string, g server.TestData) bool { return token == g.RevokedToken }))},
		{ID: "personal-token-later", Breaks: "workspace-token-kind", Says: "after 400 requests, a personal access token is as good as that of the workspace", Change: later400(ofWorkspace(token.IsPersonal))},
		{ID: "label-alone-personal-token", Breaks: "workspace-token-kind", Says: "a personal access token may update a connector's label, where nothing else is sent",
			Change: withLabelAlone(token.Accepting(reconnecting, token.IsPersonal))},
		{ID: "no-token-later", Breaks: "token-required", Says: "after 400 requests, invitations are listed without a token", Change: later400(token.Missing(invites))},
		{ID: "order-default-later", Breaks: "order-default-desc", Says: "after 400 requests, no order is asc for invitations",
			Change: later400(edit.OnRequest(invites, func(r *http.Request, _ *Lab) {
				if !r.URL.Query().Has("order") {
					r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&order=asc", "&")
				}
			}))},
		{ID: "asc-ignored-later", Breaks: "order-asc", Says: "after 400 requests, order asc is desc for invitations",
			Change: later400(edit.OnRequest(invites, func(r *http.Request, _ *Lab) {
				r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "order=asc", "order=desc", 1)
			}))},
		{ID: "objects-lost-later", Breaks: "objects-shown-alike", Says: "after 50 requests, lists of objects are empty, and updates show objects",
			Change: after(50, edit.OnRequest(objects, func(r *http.Request, lab *Lab) {
				main, empty := strconv.FormatInt(lab.TestData.DestinationID, 10), strconv.FormatInt(lab.TestData.EmptyDestinationID, 10)
				r.URL.Path, r.URL.RawPath = strings.Replace(r.URL.Path, "/"+main+"/", "/"+empty+"/", 1), ""
			}))},
		{ID: "connectors-lost-later", Breaks: "connectors-are-updated", Says: "a connector is not found 250 requests after its creation", Change: lostAfter(250)},
		{ID: "connectors-lost-later-as-forbidden", Breaks: "connectors-are-updated", Says: "an update of an unknown connector gets HTTP 403, and so does one of a connector 250 requests after its creation",
			Change: func(next http.Handler, lab *Lab) http.Handler { return lostAfter(250)(forbidden(next), lab) }},
		{ID: "labels-rolled-back-in-time", Breaks: "connector-label-kept", Says: "a connector has its label from before, 100 ms after the last update", Change: undoneAfter(100 * time.Millisecond)},
		{ID: "name-set-back-in-time", Breaks: "destination-name-kept", Says: "a destination has its name from before the run again, 50 ms after the last update", Change: nameSetBack(50 * time.Millisecond)},
		{ID: "label-rolled-back-later", Breaks: "connector-label-kept", Says: "a connector has its label from before, 150 requests after the last update", Change: rolledBack(150)},
	}
}

// lostAfter makes a connector unknown so many requests after its creation.
func lostAfter(most int64) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var requests atomic.Int64
		var made sync.Map // when, by service_name
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			now := requests.Add(1)
			if edit.Is(r, connecting) {
				x := served(next, r)
				if x.done() {
					made.Store(x.data()["service_name"], now)
				}
				x.respond(w)
				return
			}
			if edit.Is(r, reconnecting) {
				if at, ok := made.Load(path.Base(r.URL.Path)); ok && now-at.(int64) > most {
					r.URL.Path, r.URL.RawPath = path.Dir(r.URL.Path)+"/never_made", ""
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// forbidden responds with HTTP 403 to an update of an unknown connector.
func forbidden(next http.Handler) http.Handler {
	return edit.On(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := edit.Record(next, r)
		body := rec.Body.Bytes()
		if rec.Code == http.StatusNotFound {
			rec.Code, body = http.StatusForbidden, []byte(`{"status":"error","message":"no access"}`)
		}
		edit.Reply(w, rec, body)
	})(next, nil)
}

// rolledBack undoes an update of a connector's label after so many requests, unless another
// one came since.
func rolledBack(after int64) wrapper {
	return undoneWhen(func(requests int64) int64 { return requests }, after)
}

// undoneAfter is rolledBack after a time.
func undoneAfter(d time.Duration) wrapper {
	return undoneWhen(func(int64) int64 { return time.Now().UnixNano() }, d.Nanoseconds())
}

// nameSetBack shows the name that a destination had first once so much time has passed since an update.
func nameSetBack(after time.Duration) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		first, renamed := map[string]any{}, map[string]time.Time{} // by path
		return func(_ string, x *exchange) {
			at := x.r.URL.Path
			switch {
			case !x.done():
			case x.input("service_connection")["name"] != nil:
				renamed[at] = time.Now()
			case first[at] == nil:
				first[at] = x.data()["name"]
			case !renamed[at].IsZero() && time.Since(renamed[at]) > after:
				x.data()["name"] = first[at]
			}
		}
	}, patched, spec.GetDestination)
}

// undoneWhen undoes an update of a connector's label once a measure has grown, which is taken at each
// request from how many there were.
func undoneWhen(measure func(requests int64) int64, after int64) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var (
			mu       sync.Mutex
			requests int64
			due      = map[string]int64{} // by path
			undo     = map[string]*http.Request{}
			labels   = map[string]string{}
		)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			requests++
			now := measure(requests)
			for path, at := range due {
				if now >= at {
					edit.Record(next, undo[path])
					delete(due, path)
				}
			}
			if !edit.Is(r, reconnecting) && !edit.Is(r, connecting) {
				next.ServeHTTP(w, r)
				return
			}
			rec := edit.Record(next, r)
			data := gjson.GetBytes(rec.Body.Bytes(), "data")
			path, label := connectorsPath+data.Get("service_name").String(), data.Get("label").String()
			if before := labels[path]; rec.Code == http.StatusOK && before != label {
				if labels[path] = label; before != "" {
					back := edit.Encode(object{"connector": object{"label": before}})
					undo[path] = r.Clone(context.WithoutCancel(r.Context()))
					undo[path].Body, undo[path].ContentLength = io.NopCloser(bytes.NewReader(back)), int64(len(back))
					due[path] = now + after
				}
			}
			edit.Reply(w, rec, rec.Body.Bytes())
		})
	}
}

// withLabelAlone restricts a mutant to updates of a connector that send nothing but a label.
func withLabelAlone(change wrapper) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		broken := change(next, lab)
		return edit.On(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			serve, r := next, edit.Reread(r)
			if sent := gjson.GetBytes(edit.BodyOf(r), "connector").Map(); len(sent) == 1 && sent["label"].Exists() {
				serve = broken
			}
			serve.ServeHTTP(w, r)
		})(next, lab)
	}
}

// later400 makes a mutant begin after 400 requests.
func later400(change wrapper) wrapper { return after(late, change) }

// after makes a mutant begin after some requests.
func after(most int64, change wrapper) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var requests atomic.Int64
		broken := change(next, lab)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := next
			if requests.Add(1) > most {
				serve = broken
			}
			serve.ServeHTTP(w, r)
		})
	}
}

// ofWorkspace accepts some wrong tokens for every operation that takes a workspace's.
func ofWorkspace(lets func(token string, g server.TestData) bool) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		for _, operation := range spec.OfWorkspace {
			next = token.Accepting(operation, lets)(next, lab)
		}
		return next
	}
}

// listsOfOneResource show the list of one resource to wrong tokens: most of them are empty.
func listsOfOneResource() []Mutant {
	return []Mutant{
		{ID: "empty-objects-without-token", Breaks: "token-required", Says: "a destination without objects needs no token to list them",
			Change: ofResource(objects, func(g server.TestData) int64 { return g.EmptyDestinationID }, token.Missing(objects))},
		{ID: "empty-topics-any-token", Breaks: "token-valid", Says: "the topics of a source without any are listed for every token",
			Change: ofResource(topicList, func(g server.TestData) int64 { return g.EmptyTopicsSourceID }, token.Accepting(topicList, token.IsInvented))},
		{ID: "empty-objects-other-workspace", Breaks: "workspace-token-own", Says: "a destination without objects is listed to another workspace",
			Change: ofResource(objects, func(g server.TestData) int64 { return g.EmptyDestinationID }, token.Accepting(objects, token.IsOther))},
		{ID: "main-objects-other-workspace", Breaks: "workspace-token-own", Says: "the objects of the destination that is updated are listed to another workspace",
			Change: ofResource(objects, func(g server.TestData) int64 { return g.DestinationID }, token.Accepting(objects, token.IsOther))},
		{ID: "empty-topics-other-workspace", Breaks: "workspace-token-own", Says: "the topics of a source without any are listed to another workspace",
			Change: ofResource(topicList, func(g server.TestData) int64 { return g.EmptyTopicsSourceID }, token.Accepting(topicList, token.IsOther))},
	}
}

// ofResource restricts a mutant to the requests about one resource.
func ofResource(operation string, id func(server.TestData) int64, change wrapper) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		broken := change(next, lab)
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			serve := next
			if slices.Contains(strings.Split(r.URL.Path, "/"), strconv.FormatInt(id(lab.TestData), 10)) {
				serve = broken
			}
			serve.ServeHTTP(w, r)
		})(next, lab)
	}
}
