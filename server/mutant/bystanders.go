package mutant

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

// bystanders are mutants whose writes change resources that they do not concern.
func bystanders() []Mutant {
	return []Mutant{
		{ID: "update-renames-another", Breaks: "destination-named-by-its-id", Says: "an update gives its name to another destination too",
			Change: renamesAnother(withObjects, func(x *exchange, _ any) any { return x.data()["name"] })},
		{ID: "update-renames-the-empty-one", Breaks: "destination-named-by-its-id", Says: "an update gives its name to the destination without objects, too",
			Change: renamesAnother(withoutObjects, func(x *exchange, _ any) any { return x.data()["name"] })},
		{ID: "update-passes-its-name-on", Breaks: "destination-named-by-its-id", Says: "an update gives the name from before to another destination",
			Change: renamesAnother(withObjects, func(_ *exchange, before any) any { return before })},
		{ID: "another-loses-its-name", Breaks: "destination-named-by-its-id", Says: "once a destination was updated, another one has no name",
			Change: watched(func(lab *Lab) func(string, *exchange) {
				another, updated := destinationsPath+strconv.FormatInt(lab.TestData.ObjectsDestinationID, 10), false
				return func(operation string, x *exchange) {
					updated = updated || operation == patched && x.done()
					if updated && x.done() && x.r.URL.Path == another {
						x.data()["name"] = ""
					}
				}
			}, patched, spec.GetDestination)},
		{ID: "connector-update-relabels-all", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "an update gives its label to all connectors of the run",
			Change: relabelsAll(reconnecting)},
		{ID: "connector-creation-relabels-all", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "a creation gives its label to all connectors that were created before",
			Change: relabelsAll(connecting)},
		{ID: "connector-creation-resets-the-label-before", Breaks: "connector-label-kept", Says: "a creation sets a default label for the connector that was created before it",
			Change: watched(resetsLabelBefore, connecting)},
		{ID: "connector-update-finds-by-prefix", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "an update finds the first connector whose service_name begins with that of the path",
			Change: foundBy(strings.HasPrefix)},
		{ID: "connector-update-finds-by-like", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "an underscore in the path of an update stands for any character of a service_name",
			Change: foundBy(matchesLike)},
		{ID: "connector-update-by-label", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "an update relabels every connector that had the same label", Change: relabelsAlike()},
		{ID: "connector-update-shows-the-one-before", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "an update shows the label of the connector that was updated before",
			Change: watched(func(*Lab) func(string, *exchange) {
				var last any
				return func(_ string, x *exchange) {
					if !x.done() {
						return
					}
					label := x.data()["label"]
					if last != nil {
						x.data()["label"] = last
					}
					last = label
				}
			}, reconnecting)},
		{ID: "creation-renames-the-others", Breaks: "segment-source-properties", With: []string{"segment-name-kept"}, Says: "the creation of a segment gives its name to all that were created before", Change: asLastCreated("name")},
		{ID: "creation-changes-the-molecules-of-others", Breaks: "segment-source-properties", Says: "the creation of a segment gives its molecules to all that were created before", Change: asLastCreated("molecules")},
		{ID: "creation-empties-the-others", Breaks: "segment-source-properties", Says: "the creation of a segment leaves those before it without molecules",
			Change: sourceOf(func(shown object, made, last int) {
				if made < last {
					shown["molecules"] = []any{}
				}
			})},
		{ID: "creation-moves-the-others", Breaks: "segment-on-its-source", With: []string{"segment-source-properties"}, Says: "the creation of a segment moves those before it to another dataset",
			Change: sourceOf(func(shown object, made, last int) {
				if made < last {
					shown["dataset_id"] = edit.Number(shown["dataset_id"]) + 1
				}
			})},
		{ID: "link-reopens-its-segment", Breaks: "segment-source-stays-complete", With: []string{"segment-source-completes"}, Says: "a link sets the status of its segment to false, for good",
			Change: reopenedBy(linking, func(x *exchange, segment string, _ bool) bool {
				return strings.HasPrefix(x.r.URL.Path, segment+"/")
			})},
		{ID: "creation-reopens-the-others", Breaks: "segment-source-stays-complete", Says: "the creation of a segment sets the status of those that were seen complete to false, for good",
			Change: reopenedBy(creation, func(_ *exchange, _ string, seen bool) bool { return seen })},
		{ID: "publishing-ends-updates", Breaks: "connector-label-kept", Says: "once a connector was published, the updates of others are confirmed and lost",
			Change: afterPublishing(func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
				lab.Undone(func() { next.ServeHTTP(w, r) })
			})},
		{ID: "publishing-refuses-updates", Breaks: "connectors-are-updated", Says: "once a connector was published, every update of a connector is rejected",
			Change: afterPublishing(func(w http.ResponseWriter, _ *http.Request, _ http.Handler, _ *Lab) {
				http.Error(w, `{"status":"error"}`, http.StatusConflict)
			})},
	}
}

// resetsLabelBefore gives the connector that was created before a creation another label.
func resetsLabelBefore(*Lab) func(string, *exchange) {
	var before string
	return func(_ string, x *exchange) {
		if !x.done() {
			return
		}
		if before != "" {
			x.send(http.MethodPatch, connectorsPath+before, object{"connector": object{"label": "Untitled"}})
		}
		before = fmt.Sprint(x.data()["service_name"])
	}
}

// afterPublishing serves the updates of connectors in another way once one was published.
func afterPublishing(update func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var published atomic.Bool
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if edit.Is(r, reconnecting) && published.Load() {
				update(w, r, next, lab)
				return
			}
			lab.Shared(func() {
				rec := edit.Record(next, r)
				if edit.Is(r, publishing) && edit.Succeeds(rec) {
					published.Store(true)
				}
				edit.Reply(w, rec, rec.Body.Bytes())
			})
		})
	}
}

func withObjects(l *Lab) int64    { return l.TestData.ObjectsDestinationID }
func withoutObjects(l *Lab) int64 { return l.TestData.EmptyDestinationID }

// renamesAnother renames the destination with an id with each update of another; the new name may be
// the previous one of the updated destination.
func renamesAnother(id func(*Lab) int64, name func(x *exchange, before any) any) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return edit.On(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
			before := edit.DestinationName(next, r)
			x := served(next, r)
			if another := destinationsPath + strconv.FormatInt(id(lab), 10); x.done() && r.URL.Path != another {
				x.send(http.MethodPatch, another, object{"service_connection": object{"name": name(x, before)}})
			}
			x.respond(w)
		})(next, lab)
	}
}

// relabelsAll gives the label in each success response of an operation to all
// other connectors that were created.
func relabelsAll(operation string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		made := map[string]bool{}
		return func(op string, x *exchange) {
			if !x.done() {
				return
			}
			service := fmt.Sprint(x.data()["service_name"])
			made[service] = made[service] || op == connecting
			for other := range made {
				if op == operation && other != service {
					x.send(http.MethodPatch, connectorsPath+other, object{"connector": object{"label": x.data()["label"]}})
				}
			}
		}
	}, connecting, reconnecting)
}

// relabelsAlike gives the label of an update to all other connectors that had the label from
// before it.
func relabelsAlike() wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		labels := map[string]any{}
		return func(op string, x *exchange) {
			if !x.done() {
				return
			}
			service, label := fmt.Sprint(x.data()["service_name"]), x.data()["label"]
			before, known := labels[service]
			labels[service] = label
			for other, had := range labels {
				if op == reconnecting && known && before != label && had == before {
					labels[other] = label
					x.send(http.MethodPatch, connectorsPath+other, object{"connector": object{"label": label}})
				}
			}
		}
	}, connecting, reconnecting)
}

// foundBy updates the connector that was created first of those whose path matches that of
// the request.
func foundBy(matches func(path, asked string) bool) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var mu sync.Mutex
		var made []string
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if edit.Is(r, reconnecting) {
				if i := slices.IndexFunc(made, func(path string) bool { return matches(path, r.URL.Path) }); i >= 0 {
					r = r.Clone(r.Context())
					r.URL.Path, r.URL.RawPath = made[i], ""
				}
			}
			if !edit.Is(r, connecting) {
				next.ServeHTTP(w, r)
				return
			}
			x := served(next, r)
			if service, ok := x.data()["service_name"].(string); ok && x.done() {
				made = append(made, connectorsPath+service)
			}
			x.respond(w)
		})
	}
}

// matchesLike reports whether a path is another one, in which an underscore stands for any
// character.
func matchesLike(path, asked string) bool {
	if path == asked || len(path) != len(asked) {
		return path == asked
	}
	for i := range len(asked) {
		if asked[i] != '_' && asked[i] != path[i] {
			return false
		}
	}
	return true
}

// sourceOf changes what the source URL of a complete segment shows; made and
// last are the numbers of the segment and of the last one.
func sourceOf(change func(shown object, made, last int)) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		made := map[string]int{}
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation:
				made[x.segmentPath()] = len(made) + 1
			case isComplete(x.body):
				change(properties(x.body), made[segmentOf(x.r)], len(made))
			}
		}
	}, creation, source)
}

// asLastCreated shows a member of the last creation in all segments.
func asLastCreated(member string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var last any
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation:
				last = x.sent[member]
			case isComplete(x.body):
				properties(x.body)[member] = last
			}
		}
	}, creation, source)
}

// reopenedBy makes segments permanently incomplete after an operation
// succeeded; seen says whether a segment was seen complete.
func reopenedBy(operation string, which func(x *exchange, segment string, seen bool) bool) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		seen, again := map[string]bool{}, map[string]bool{}
		return func(op string, x *exchange) {
			if !x.done() {
				return
			}
			if op == operation {
				for segment, complete := range seen {
					again[segment] = again[segment] || which(x, segment, complete)
				}
				return
			}
			segment := segmentOf(x.r)
			if again[segment] {
				x.body = object{"status": false}
				return
			}
			seen[segment] = seen[segment] || isComplete(x.body)
		}
	}, operation, source)
}
