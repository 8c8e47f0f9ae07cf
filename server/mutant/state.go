package mutant

import (
	"net/http"
	"strconv"
	"strings"
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

// creationTimes are mutants that let a creation time change.
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
		{ID: "topics-created-at-each-look", Breaks: "topic-created-at", Says: "the created_at of a topic is a minute later in each list", Change: topicsLaterEachTime},
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

// later moves a created_at, if there is one.
func later(row object, by time.Duration) {
	text, _ := row["created_at"].(string)
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		row["created_at"] = at.Add(by).Format(time.RFC3339Nano)
	}
}

// topicsLaterEachTime moves the instants of all topics by another minute in each response.
var topicsLaterEachTime = watched(func(*Lab) func(string, *exchange) {
	lists := 0
	return func(_ string, x *exchange) {
		lists++
		rows, _ := x.body["data"].([]any)
		for _, row := range rows {
			later(row.(object), time.Duration(lists)*time.Minute)
		}
	}
}, topicList)

// laterWhere moves the instants of all invitations if the query says so.
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

// renewed shows a destination as created at its last update.
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

// segmentOf returns the path of the segment of a source URL.
func segmentOf(r *http.Request) string { return r.URL.Path[:strings.LastIndex(r.URL.Path, "/")] }

// rejections are mutants whose rejections have an effect, or break the next request.
func rejections() []Mutant {
	return []Mutant{
		{ID: "rejected-update-renames", Breaks: "destination-name-kept", Says: "an update that is rejected for another member sets the name",
			Change: afterAll(patched, func(x *exchange, _ *Lab) {
				if name := x.input("service_connection")["name"]; x.invalid() && name != nil {
					x.send(http.MethodPatch, x.r.URL.Path, object{"service_connection": object{"name": name}})
				}
			})},
		{ID: "rejected-update-resets-the-name", Breaks: "destination-name-kept", Says: "an update that is rejected for a member sets the name to a default one",
			Change: afterAll(patched, func(x *exchange, _ *Lab) {
				if x.invalid() {
					x.send(http.MethodPatch, x.r.URL.Path, object{"service_connection": object{"name": "Untitled"}})
				}
			})},
		{ID: "rejected-update-relabels", Breaks: "connector-label-kept", Says: "an update that is rejected for another member sets the label",
			Change: afterAll(reconnecting, func(x *exchange, _ *Lab) {
				if label := x.input("connector")["label"]; x.invalid() && label != nil {
					x.send(http.MethodPatch, x.r.URL.Path, object{"connector": object{"label": label}})
				}
			})},
		{ID: "rejected-update-resets-the-label", Breaks: "update-needs-connector", Says: "an update that is rejected because it has no object connector sets the label to a default one",
			Change: afterAll(reconnecting, func(x *exchange, _ *Lab) {
				if _, has := x.sent["connector"].(object); x.invalid() && !has {
					x.send(http.MethodPatch, x.r.URL.Path, object{"connector": object{"label": "Untitled"}})
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
		{ID: "update-after-a-rejected-one-is-lost", Breaks: "destination-name-kept", Says: "the update after a rejected one is confirmed and lost", Change: afterInvalid(patched, lostNext)},
		{ID: "update-after-a-rejected-one-is-rejected", Breaks: "destinations-are-updated", Says: "the update after a rejected one is rejected as that was", Change: afterInvalid(patched, rejectedNext)},
		{ID: "connector-update-after-a-rejected-one-is-lost", Breaks: "connector-label-kept", Says: "the update of a connector after a rejected one is confirmed and lost", Change: afterInvalid(reconnecting, lostNext)},
		{ID: "connector-update-after-a-rejected-one-is-rejected", Breaks: "connectors-are-updated", Says: "the update of a connector after a rejected one is rejected as that was", Change: afterInvalid(reconnecting, rejectedNext)},
		{ID: "creation-after-a-rejected-one-fails", Breaks: "segments-are-created", Says: "the creation after a rejected one gets HTTP 500", Change: afterInvalid(creation, failedNext)},
		{ID: "connector-after-a-rejected-one-fails", Breaks: "connectors-are-created", Says: "the creation of a connector after a rejected one gets HTTP 500", Change: afterInvalid(connecting, failedNext)},
		{ID: "link-after-a-rejected-one-fails", Breaks: "links-are-created", Says: "the link after a rejected one on the segment gets HTTP 500", Change: afterInvalid(linking, failedNext)},
		{ID: "connector-update-after-a-rejected-one-fails", Breaks: "connectors-are-updated", Says: "the update of a connector after a rejected one gets HTTP 500", Change: afterInvalid(reconnecting, failedNext)},
		{ID: "creation-after-a-rejected-one-is-an-old-one", Breaks: "created-segment-id", With: []string{"created-segment-source-url"}, Says: "the creation after a rejected one returns the first segment", Change: repeatedNext(creation)},
		{ID: "link-after-a-rejected-one-leads-back-as-that", Breaks: "link-redirect-echoed", Says: "the link after a rejected one shows the redirect_uri of that one",
			Change: textOfRejected(linking, "redirect_uri", func(x *exchange) object { return x.sent })},
		{ID: "connector-after-a-rejected-one-is-labelled-as-that", Breaks: "connector-label-kept", Says: "the creation of a connector after a rejected one shows the label of that one",
			Change: textOfRejected(connecting, "label", func(x *exchange) object { return x.input("connector") })},
		{ID: "connector-after-a-rejected-one-is-an-old-one", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "the creation of a connector after a rejected one returns the first one", Change: repeatedNext(connecting)},
	}
}

// textOfRejected lets the response to a creation show a text of the rejected one before it.
func textOfRejected(operation, member string, in func(*exchange) object) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var text any
		return func(_ string, x *exchange) {
			switch {
			case x.invalid() && in(x)[member] != nil:
				text = in(x)[member]
			case x.done() && text != nil:
				x.data()[member], text = text, nil
			}
		}
	}, operation)
}

// atTimes are mutants of which each second write or read is right.
func atTimes() []Mutant {
	return []Mutant{
		{ID: "connectors-made-and-rejected", Breaks: "connectors-are-created", Says: "every second connector is made, and gets HTTP 409",
			Change: watched(func(*Lab) func(string, *exchange) {
				made := 0
				return func(_ string, x *exchange) {
					if !x.done() {
						return
					}
					if made++; made%2 == 0 {
						x.rec.Code, x.body = http.StatusConflict, object{"status": "error"}
					}
				}
			}, connecting)},
		{ID: "name-on-one-replica-alone", Breaks: "destination-name-kept", Says: "every second response that shows a destination, but those that rename it, shows the name from before",
			Change: watched(func(*Lab) func(string, *exchange) {
				reads, name, before := 0, map[string]any{}, map[string]any{}
				return func(_ string, x *exchange) {
					at := x.r.URL.Path
					switch sent := x.input("service_connection")["name"]; {
					case !x.done():
					case sent != nil:
						before[at], name[at] = name[at], sent
					case before[at] != nil:
						if reads++; reads%2 == 0 {
							x.data()["name"] = before[at]
						}
					}
				}
			}, patched, spec.GetDestination)},
	}
}

// afterAll calls a function after each request of an operation with the
// workspace's token.
func afterAll(operation string, do func(x *exchange, lab *Lab)) wrapper {
	return watched(func(lab *Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			if x.r.Header.Get("Authorization") == "Bearer "+lab.TestData.WorkspaceToken {
				do(x, lab)
			}
		}
	}, operation)
}
