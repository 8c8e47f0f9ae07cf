package mutant

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"understudy/spec"
)

// The paths of resources that mutants write to by themselves.
const (
	destinationsPath = "/api/v1/destinations/"
	connectorsPath   = "/api/v1/connectors/"
)

// identities are mutants that give the same id or URL twice.
func identities() []Mutant {
	return []Mutant{
		{ID: "segment-ids-come-again", Breaks: "created-segment-id", With: []string{"segment-source-properties"}, Says: "from the sixth on, a segment has the id of the one five before it",
			Change: watched(func(*Lab) func(string, *exchange) {
				var ids []any
				return func(_ string, x *exchange) {
					if x.done() {
						ids = append(ids, x.data()["id"])
						x.data()["id"] = ids[(len(ids)-1)%5]
					}
				}
			}, creation)},
		{ID: "source-urls-come-again", Breaks: "created-segment-source-url", With: []string{"segment-source-properties"}, Says: "every sixth segment has the source URL of the first",
			Change: watched(func(*Lab) func(string, *exchange) {
				n, first := 0, any(nil)
				return func(_ string, x *exchange) {
					if !x.done() {
						return
					}
					if n++; n == 1 {
						first = x.body["filter_segment_source_url"]
					} else if n%6 == 0 {
						x.body["filter_segment_source_url"] = first
					}
				}
			}, creation)},
		{ID: "link-ids-come-again", Breaks: "link-id", Says: "the links of each segment are counted from 1",
			Change: afterDone(linking, func(x *exchange, _ *Lab) { x.data()["id"] = 1 })},
		{ID: "link-ids-of-the-hour", Breaks: "link-id", Says: "all links of an hour have one id",
			Change: afterDone(linking, func(x *exchange, _ *Lab) { x.data()["id"] = time.Now().Truncate(time.Hour).Unix() })},
		{ID: "link-uris-come-again", Breaks: "link-uri", With: []string{"link-expires"}, Says: "every link has the uri of the first",
			Change: watched(func(*Lab) func(string, *exchange) {
				var first any
				return func(_ string, x *exchange) {
					if !x.done() {
						return
					}
					if first == nil {
						first = x.data()["uri"]
					}
					x.data()["uri"] = first
				}
			}, linking)},
	}
}

// creationTimes are mutants that let a creation time move.
func creationTimes() []Mutant {
	return []Mutant{
		{ID: "update-answers-created-now", Breaks: "destination-created-at", Says: "the created_at of an updated destination is the present time",
			Change: afterDone(patched, func(x *exchange, _ *Lab) { x.data()["created_at"] = time.Now().UTC().Format(time.RFC3339) })},
		{ID: "update-renews-created-at", Breaks: "destination-created-at", Says: "an update renews the created_at of its destination",
			Change: renewed(func(x *exchange, _ *Lab) string { return x.r.URL.Path })},
		{ID: "update-renews-another", Breaks: "destination-created-at", Says: "an update renews the created_at of another destination",
			Change: renewed(func(_ *exchange, lab *Lab) string {
				return destinationsPath + strconv.FormatInt(lab.TestData.ObjectsDestinationID, 10)
			})},
		{ID: "retrieved-destination-an-hour-late", Breaks: "destination-created-at", Says: "a retrieved destination has its created_at an hour late",
			Change: afterDone(spec.GetDestination, func(x *exchange, _ *Lab) { later(x.data(), time.Hour) })},
		{ID: "created-at-by-order", Breaks: "invitation-created-at", Says: "in order asc every invitation is a day older", Change: laterWhere("order=asc", -24*time.Hour)},
		{ID: "created-at-by-per-page", Breaks: "invitation-created-at", Says: "on pages of 100 every invitation is an hour younger", Change: laterWhere("per_page=100", time.Hour)},
		{ID: "segment-created-a-day-late", Breaks: "segment-source-properties", Says: "a retrieved segment has its created_at a day late",
			Change: afterDone(spec.GetSegment, func(x *exchange, _ *Lab) { later(x.data(), 24*time.Hour) })},
		{ID: "segment-created-at-each-look", Breaks: "segment-source-properties", Says: "a complete segment's created_at is a minute later at each look",
			Change: watched(func(*Lab) func(string, *exchange) {
				looks := 0
				return func(_ string, x *exchange) {
					if looks++; x.done() {
						later(properties(x.body), time.Duration(looks)*time.Minute)
					}
				}
			}, source)},
	}
}

// later moves a created_at, where there is one.
func later(row object, by time.Duration) {
	text, _ := row["created_at"].(string)
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		row["created_at"] = at.Add(by).Format(time.RFC3339Nano)
	}
}

// laterWhere moves the instants of all invitations where the query says so.
func laterWhere(query string, by time.Duration) wrapper {
	return afterDone(invites, func(x *exchange, _ *Lab) {
		rows, _ := x.body["data"].([]any)
		for _, row := range rows {
			if o, ok := row.(object); ok && strings.Contains(x.r.URL.RawQuery, query) {
				later(o, by)
			}
		}
	})
}

// renewed shows a destination as created at the last update that was for it.
func renewed(which func(*exchange, *Lab) string) wrapper {
	return watched(func(lab *Lab) func(string, *exchange) {
		at := map[string]string{}
		return func(operation string, x *exchange) {
			if !x.done() {
				return
			}
			if operation == patched {
				at[which(x, lab)] = time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
			}
			if renewed := at[x.r.URL.Path]; renewed != "" {
				x.data()["created_at"] = renewed
			}
		}
	}, patched, spec.GetDestination)
}

// bystanders are mutants whose writes change what they are not about.
func bystanders() []Mutant {
	return []Mutant{
		{ID: "update-renames-another", Breaks: "destination-named-by-its-id", Says: "an update gives its name to another destination too",
			Change: renamesAnother(func(x *exchange, _ any) any { return x.data()["name"] })},
		{ID: "update-passes-its-name-on", Breaks: "destination-named-by-its-id", Says: "an update gives the name from before to another destination",
			Change: renamesAnother(func(_ *exchange, before any) any { return before })},
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
		{ID: "connector-update-relabels-all", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "an update gives its label to all connectors of the run",
			Change: relabelsAll(reconnecting)},
		{ID: "connector-creation-relabels-all", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "a creation gives its label to all connectors that were created before",
			Change: relabelsAll(connecting)},
		{ID: "connector-update-shows-the-one-before", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "an update shows the label of the connector that was updated before",
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
					shown["dataset_id"] = number(shown["dataset_id"]) + 1
				}
			})},
		{ID: "link-reopens-its-segment", Breaks: "segment-source-stays-complete", With: []string{"segment-source-completes"}, Says: "a link sets the status of its segment to false, for good",
			Change: reopenedBy(linking, func(x *exchange, segment string, _ bool) bool {
				return strings.HasPrefix(x.r.URL.Path, segment+"/")
			})},
		{ID: "creation-reopens-the-others", Breaks: "segment-source-stays-complete", Says: "the creation of a segment sets the status of those that were seen complete to false, for good",
			Change: reopenedBy(creation, func(_ *exchange, _ string, seen bool) bool { return seen })},
		{ID: "publishing-ends-updates", Breaks: "connector-label-kept", Says: "once a connector was published, the updates of others are answered and lost",
			Change: func(next http.Handler, lab *Lab) http.Handler {
				var published atomic.Bool
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if is(r, reconnecting) && published.Load() {
						lab.Undone(func() { next.ServeHTTP(w, r) })
						return
					}
					lab.Shared(func() {
						rec := record(next, r)
						if is(r, publishing) && rec.Code/100 == 2 {
							published.Store(true)
						}
						reply(w, rec, rec.Body.Bytes())
					})
				})
			}},
	}
}

// renamesAnother gives another destination a name with each update, which may be the
// one from before it.
func renamesAnother(name func(x *exchange, before any) any) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return on(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
			before := destinationName(next, r)
			x := served(next, r)
			if another := destinationsPath + strconv.FormatInt(lab.TestData.ObjectsDestinationID, 10); x.done() && r.URL.Path != another {
				x.send(http.MethodPatch, another, object{"service_connection": object{"name": name(x, before)}})
			}
			x.answer(w)
		})(next, lab)
	}
}

// relabelsAll gives the label of each success of an operation to all other
// connectors that were created.
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

// sourceOf changes what the source URL of a complete segment shows; made and last
// are the numbers of the segment and of the last one.
func sourceOf(change func(shown object, made, last int)) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		made := map[string]int{}
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation:
				made[x.segmentPath()] = len(made) + 1
			case isTrue(x.body["status"]):
				change(properties(x.body), made[segmentOf(x.r)], len(made))
			}
		}
	}, creation, source)
}

// segmentOf is the path of the segment that a source URL is of.
func segmentOf(r *http.Request) string { return r.URL.Path[:strings.LastIndex(r.URL.Path, "/")] }

// asLastCreated shows a member of the last creation in all segments.
func asLastCreated(member string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var last any
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation:
				last = x.sent[member]
			case isTrue(x.body["status"]):
				properties(x.body)[member] = last
			}
		}
	}, creation, source)
}

// reopenedBy lets segments never be complete again once an operation succeeded; seen
// says of a segment that it was seen complete.
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
			seen[segment] = seen[segment] || isTrue(x.body["status"])
		}
	}, operation, source)
}

// rejections are mutants whose rejections have an effect, or spoil what follows.
func rejections() []Mutant {
	return []Mutant{
		{ID: "rejected-update-renames", Breaks: "destination-name-kept", Says: "an update that is rejected for another member sets the name",
			Change: afterAll(patched, func(x *exchange, _ *Lab) {
				if name := x.input("service_connection")["name"]; x.invalid() && name != nil {
					x.send(http.MethodPatch, x.r.URL.Path, object{"service_connection": object{"name": name}})
				}
			})},
		{ID: "rejected-update-relabels", Breaks: "connector-label-kept", Says: "an update that is rejected for another member sets the label",
			Change: afterAll(reconnecting, func(x *exchange, _ *Lab) {
				if label := x.input("connector")["label"]; x.invalid() && label != nil {
					x.send(http.MethodPatch, x.r.URL.Path, object{"connector": object{"label": label}})
				}
			})},
		{ID: "rejected-creation-makes-one", Breaks: "connectors-are-created", Says: "a connector that is rejected for its configuration_definition is made without it",
			Change: afterAll(connecting, func(x *exchange, lab *Lab) {
				in := x.input("connector")
				if _, fits := in["configuration_definition"].(object); x.invalid() && !fits && in["configuration_definition"] != nil {
					in["configuration_definition"] = lab.TestData.Connector["configuration_definition"]
					x.send(http.MethodPost, x.r.URL.Path, object{"connector": in})
				}
			})},
		{ID: "rejected-creation-takes-the-name", Breaks: "segments-are-created", Says: "a segment is rejected whose name a rejected one had",
			Change: watched(func(*Lab) func(string, *exchange) {
				taken := map[any]bool{}
				return func(_ string, x *exchange) {
					name, _ := x.sent["name"].(string)
					if x.invalid() && name != "" {
						taken[name] = true
					} else if x.done() && taken[name] {
						x.rec.Code, x.body = http.StatusConflict, object{"status": "error"}
					}
				}
			}, creation)},
		{ID: "update-after-a-rejected-one-is-lost", Breaks: "destination-name-kept", Says: "the update after a rejected one is answered and lost", Change: afterInvalid(patched, lostNext)},
		{ID: "update-after-a-rejected-one-is-rejected", Breaks: "destinations-are-updated", Says: "the update after a rejected one is answered as that was", Change: afterInvalid(patched, rejectedNext)},
		{ID: "connector-update-after-a-rejected-one-is-lost", Breaks: "connector-label-kept", Says: "the update of a connector after a rejected one is answered and lost", Change: afterInvalid(reconnecting, lostNext)},
		{ID: "connector-update-after-a-rejected-one-is-rejected", Breaks: "connectors-are-updated", Says: "the update of a connector after a rejected one is answered as that was", Change: afterInvalid(reconnecting, rejectedNext)},
		{ID: "creation-after-a-rejected-one-is-an-old-one", Breaks: "created-segment-id", With: []string{"created-segment-source-url"}, Says: "the creation after a rejected one answers the first segment", Change: repeatedNext(creation)},
		{ID: "connector-after-a-rejected-one-is-an-old-one", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "the creation of a connector after a rejected one answers the first one", Change: repeatedNext(connecting)},
	}
}

// afterAll does something after each request of an operation with the workspace's
// token.
func afterAll(operation string, do func(x *exchange, lab *Lab)) wrapper {
	return watched(func(lab *Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			if x.r.Header.Get("Authorization") == "Bearer "+lab.TestData.WorkspaceToken {
				do(x, lab)
			}
		}
	}, operation)
}

// completions are mutants that complete some segments only, or otherwise than they
// were created.
func completions() []Mutant {
	return []Mutant{
		{ID: "groups-never-complete", Breaks: "segment-source-completes", Says: "a segment with a group of molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 0 && isGroup(molecules[0]) })},
		{ID: "empty-never-complete", Breaks: "segment-source-completes", Says: "a segment without molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) == 0 })},
		{ID: "molecules-after-the-third-lost", Breaks: "segment-source-properties", Says: "a complete segment lacks the molecules after the third",
			Change: molecules(func(list []any) []any { return list[:min(3, len(list))] })},
		{ID: "digits-of-molecules-as-numbers", Breaks: "segment-source-properties", Says: "the value of a molecule that is digits is shown as a number",
			Change: molecules(func(list []any) []any {
				for _, m := range list {
					if m, ok := m.(object); ok {
						if n, err := strconv.Atoi(fmt.Sprint(m["value"])); err == nil {
							m["value"] = n
						}
					}
				}
				return list
			})},
		{ID: "several-never-complete", Breaks: "segment-source-completes", Says: "a segment with several molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 1 })},
		{ID: "molecules-in-reverse", Breaks: "segment-source-properties", Says: "the molecules of a complete segment stand in reverse", Change: molecules(func(list []any) []any {
			reversed := []any{}
			for _, m := range list {
				reversed = append([]any{m}, reversed...)
			}
			return reversed
		})},
		{ID: "molecules-without-the-last", Breaks: "segment-source-properties", Says: "a complete segment lacks the last of several molecules",
			Change: molecules(func(list []any) []any { return list[:max(1, len(list)-1)] })},
		{ID: "molecules-twice", Breaks: "segment-source-properties", Says: "a complete segment has the first of several molecules twice",
			Change: molecules(func(list []any) []any {
				if len(list) > 1 {
					return append([]any{list[0]}, list...)
				}
				return list
			})},
		{ID: "molecules-like-the-first", Breaks: "segment-source-properties", Says: "each molecule of a complete segment is like the first",
			Change: molecules(func(list []any) []any {
				same := []any{}
				for range list {
					same = append(same, list[0])
				}
				return same
			})},
		{ID: "molecules-of-the-first-segment", Breaks: "segment-source-properties", Says: "every complete segment has the molecules of the first one", Change: asFirst("molecules")},
		{ID: "name-of-the-first-segment", Breaks: "segment-source-properties", With: []string{"segment-name-kept"}, Says: "every complete segment has the name of the first one", Change: asFirst("name")},
	}
}

func isGroup(molecule any) bool {
	_, group := molecule.([]any)
	return group
}

// pendingWhere leaves segments pending by the molecules that were sent.
func pendingWhere(holds func(molecules []any) bool) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		pending := map[string]bool{}
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == source && pending[segmentOf(x.r)]:
				x.body = object{"status": false}
			case operation == creation:
				list, _ := x.sent["molecules"].([]any)
				pending[x.segmentPath()] = holds(list)
			}
		}
	}, creation, source)
}

// molecules changes those that a segment shows once it is complete, in the source
// URL and in the retrieval.
func molecules(change func([]any) []any) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			shown := properties(x.body)
			if list, ok := shown["molecules"].([]any); ok && len(list) > 0 && x.done() {
				shown["molecules"] = change(list)
			}
		}
	}, source, spec.GetSegment)
}

// asFirst shows a member of the first creation in all segments.
func asFirst(member string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var first any
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation && first == nil:
				first = x.sent[member]
			case operation != creation && properties(x.body)[member] != nil:
				properties(x.body)[member] = first
			}
		}
	}, creation, source, spec.GetSegment)
}
