package mutant

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"sync/atomic"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

// contradictions respond with a success, or with what only a conditional request may get,
// where the rest of the response says otherwise.
func contradictions() []Mutant {
	return []Mutant{
		{ID: "list-not-modified", Breaks: "list-code", Says: "each list of invitations but the first gets HTTP 304, though the request has no condition", Change: notModified(invites)},
		{ID: "unchanged-destination-not-modified", Breaks: "destinations-are-updated", Says: "an update with the name from before gets HTTP 304, though the request has no condition", Change: emptyWhereNothingChanges(patched, "service_connection", "name", http.StatusNotModified)},
		{ID: "unchanged-connector-not-modified", Breaks: "connectors-are-updated", Says: "an update of a connector with the label from before gets HTTP 304, though the request has no condition", Change: emptyWhereNothingChanges(reconnecting, "connector", "label", http.StatusNotModified)},
		{ID: "topics-not-modified", Breaks: "topics-are-listed", Says: "each list of topics but the first gets HTTP 304, though the request has no condition", Change: notModified(topicList)},
		{ID: "link-on-no-segment", Breaks: "link-redirect-echoed", Says: "a link on an unknown segment is created, back to nowhere",
			Change: foundAnyway(linking, http.StatusCreated, func(r *http.Request) object {
				segment := path.Base(path.Dir(r.URL.Path))
				return object{"status": "created", "data": object{"id": json.Number(segment), "type": "FilterSegment", "expiration": "2099-01-01T00:00:00Z", "expired": false, "revoked": false,
					"uri": "http://" + r.Host + "/nothing?auth=" + segment, "redirect_uri": "https://example.com/", "segment_id": json.Number(segment)}}
			})},
		{ID: "connector-update-of-nothing", Breaks: "updated-connector-data", Says: "the update of an unknown connector has the status updated, and data null",
			Change: foundAnyway(reconnecting, http.StatusOK, func(*http.Request) object { return object{"status": "updated", "data": nil} })},
		{ID: "segment-of-nothing", Breaks: "created-segment-data", With: []string{"created-segment-source-url"}, Says: "a segment on an unknown source has the status created, and data null",
			Change: foundAnyway(creation, http.StatusCreated, func(*http.Request) object { return object{"status": "created", "data": nil} })},
		{ID: "update-without-a-name-shows-no-objects", Breaks: "destination-objects", Says: "no destination can be retrieved, and an update without a name has objects null",
			Change: func(next http.Handler, lab *Lab) http.Handler {
				return edit.Always(spec.GetDestination, http.StatusNotFound)(withoutNameNoObjects(next, lab), lab)
			}},
		{ID: "connector-update-renames", Breaks: "connector-service-name-kept", Says: "an update with another service_name renames the connector", Change: renamedConnector(true)},
		{ID: "connector-update-renames-silently", Breaks: "connector-service-name-kept", Says: "an update with another service_name shows the one in its path, which is unknown from then on", Change: renamedConnector(false)},
		{ID: "publishing-again-is-an-update", Breaks: "published-connector-status", Says: "a second publishing of a connector has the status updated", Change: updatedAgain},
		{ID: "created-label-not-kept", Breaks: "connector-label-kept", Says: "a creation shows the label that was sent, and the connector has its service_name as its label",
			Change: afterDone(connecting, func(x *exchange, _ *Lab) {
				if service := fmt.Sprint(x.data()["service_name"]); x.data()["label"] != service {
					x.send(http.MethodPatch, connectorsPath+service, object{"connector": object{"label": service}})
				}
			})},
		{ID: "segment-not-found-later", Breaks: "links-are-created", Says: "after eight links, no segment is found by a further one", Change: watched(func(*Lab) func(string, *exchange) {
			links := 0
			return func(_ string, x *exchange) {
				if x.rec.Code != http.StatusCreated {
					return
				}
				if links++; links > 8 {
					x.rec.Code, x.body = http.StatusNotFound, object{"status": "not_found"}
				}
			}
		}, linking)},
		{ID: "destination-not-found-later", Breaks: "destinations-are-updated", With: []string{"destination-name-kept"}, Says: "after 400 requests, no destination is found by an update or a read",
			Change: later400(func(next http.Handler, lab *Lab) http.Handler {
				return edit.Always(spec.GetDestination, http.StatusNotFound)(edit.Always(patched, http.StatusNotFound)(next, lab), lab)
			})},
		{ID: "complete-source-shows-null", Breaks: "segment-source-properties", Says: "a complete source URL shows created_at as null",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				if shown := properties(body); shown["created_at"] != nil {
					shown["created_at"] = nil
				}
			})},
		{ID: "one-unclaimed-at-times", Breaks: "invitation-claim-is-whole", With: []string{"invitation-claimed-at", "invitation-claimed-by-id"},
			Says: "the claimed invitation with the lowest id is unclaimed in each second response that shows it", Change: lowestUnclaimed},
		{ID: "link-type-before-completion", Breaks: "link-type", Says: "a link on a segment that was not seen complete has another type",
			Change: watched(func(*Lab) func(string, *exchange) {
				complete := map[any]bool{}
				return func(operation string, x *exchange) {
					switch {
					case !x.done():
					case operation == source && isComplete(x.body):
						complete[properties(x.body)["id"]] = true
					case operation == linking && !complete[x.data()["segment_id"]]:
						x.data()["type"] = "Segment"
					}
				}
			}, source, linking)},
	}
}

// lowestUnclaimed changes the claimed invitation with the lowest id so far.
func lowestUnclaimed(next http.Handler, lab *Lab) http.Handler {
	lowest, shows := 0, 0
	return watched(func(*Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			if x.rec.Code != http.StatusOK {
				return
			}
			for _, r := range edit.Records(x.body) {
				id := edit.Number(r["id"])
				if r["claimed_at"] != nil && (lowest == 0 || id < lowest) {
					lowest = id
				}
				if id == lowest {
					if shows++; shows%2 == 0 {
						r["claimed_at"], r["claimed_by_id"] = nil, nil
					}
				}
			}
		}
	}, invites)(next, lab)
}

// withoutNameNoObjects shows objects null in the response to an update without a name.
var withoutNameNoObjects = afterDone(patched, func(x *exchange, _ *Lab) {
	if x.input("service_connection")["name"] == nil {
		x.data()["objects"] = nil
	}
})

// renamedConnector gives a connector the service_name of an update, which may be shown.
func renamedConnector(shown bool) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		renamed := map[string]bool{} // by path
		return func(_ string, x *exchange) {
			another := x.input("connector")["service_name"]
			switch at := x.r.URL.Path; {
			case renamed[at]:
				x.rec.Code, x.body = http.StatusNotFound, object{"status": "not_found"}
			case x.done() && another != nil:
				renamed[at] = true
				if shown {
					x.data()["service_name"] = another
				}
			}
		}
	}, reconnecting)
}

// notModified responds with HTTP 304 to each request for a list that would be a success, but the first.
func notModified(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var listed atomic.Int64
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := edit.Record(next, r)
			if edit.Succeeds(rec) && listed.Add(1) > 1 {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			edit.Reply(w, rec, rec.Body.Bytes())
		})(next, lab)
	}
}

// foundAnyway responds with a success where the last resource in the path does not exist.
func foundAnyway(operation string, code int, body func(*http.Request) object) wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		rec := edit.Record(next, r)
		onSource := operation != linking || first(r, linking) == strconv.FormatInt(lab.TestData.SourceID, 10)
		if rec.Code != http.StatusNotFound || !onSource || r.Header.Get("Authorization") != "Bearer "+lab.TestData.WorkspaceToken {
			edit.Reply(w, rec, rec.Body.Bytes())
			return
		}
		rec.Code = code
		edit.Reply(w, rec, edit.Encode(body(r)))
	})
}

// updatedAgain publishes a published connector again, as an update.
var updatedAgain = watched(func(lab *Lab) func(string, *exchange) {
	published := map[string]object{} // the first response, by path
	return func(_ string, x *exchange) {
		first := published[x.r.URL.Path]
		switch {
		case x.r.Header.Get("Authorization") != "Bearer "+lab.TestData.WorkspaceToken:
		case x.done() && first == nil:
			published[x.r.URL.Path] = object{"status": "updated", "data": x.body["data"]}
		case first != nil:
			x.rec.Code, x.body = http.StatusOK, first
		}
	}
}, publishing)
