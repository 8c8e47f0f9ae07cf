package independent

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// gatewayFaults are those of what stands in front of the server.
var gatewayFaults = func() (rows []fault) {
	for _, table := range [][]gatewayFault{placeFaults, queryFaults, togetherFaults, viewFaults, envelopeFaults} {
		for _, f := range table {
			rows = append(rows, fault{Violation: Violation{ID: f.id, Breaks: f.breaks, Says: f.says, With: f.with}, before: f.before})
		}
	}
	return rows
}()

type gatewayFault struct {
	id, breaks, says string
	with             []string
	// before makes one for each server: it may remember something.
	before func() gateway
}

// placeFaults take tokens in other places, or for some queries only.
var placeFaults = []gatewayFault{
	{id: "list-bare-token", breaks: "token-required", says: "invitations are listed to a token without a scheme", before: func() gateway { return toInvitations.takes(after("")) }},
	{id: "destination-bare-token", breaks: "token-required", says: "a destination is updated for a token without a scheme", before: func() gateway { return toDestination.takes(after("")) }},
	{id: "publish-bare-token", breaks: "token-required", says: "a connector is published for a token without a scheme", before: func() gateway { return toPublishing.takes(after("")) }},
	{id: "link-bare-token", breaks: "token-required", says: "a link is created for a token without a scheme", before: func() gateway { return toLinks.takes(after("")) }},
	{id: "objects-scheme-token", breaks: "token-required", says: "objects are listed to a token after Token", before: func() gateway { return toObjects.takes(after("Token ")) }},
	{id: "topics-scheme-apikey", breaks: "token-required", says: "topics are listed to a token after ApiKey", before: func() gateway { return toTopics.takes(after("ApiKey ")) }},
	{id: "objects-scheme-basic", breaks: "token-required", says: "objects are listed to a token after Basic, as it is", before: func() gateway { return toObjects.takes(after("Basic ")) }},
	{id: "list-scheme-twice", breaks: "token-valid", says: "invitations are listed to a token after Bearer Bearer", before: func() gateway { return toInvitations.takes(after("Bearer Bearer ")) }},
	{id: "list-access-token", breaks: "token-required", says: "invitations are listed to a token in the query", before: func() gateway { return toInvitations.takes(parameter("access_token")) }},
	{id: "topics-query-token", breaks: "token-required", says: "topics are listed to a token in the query", before: func() gateway { return toTopics.takes(parameter("token")) }},
	{id: "objects-x-api-key", breaks: "token-required", says: "objects are listed to a token in X-Api-Key", before: func() gateway { return toObjects.takes(header("X-Api-Key")) }},
	{id: "segment-x-api-key", breaks: "token-required", says: "a segment is created for a token in X-Api-Key", before: func() gateway { return toSegments.takes(header("X-Api-Key")) }},
	{id: "link-access-token", breaks: "token-required", says: "a link is created for a token in the query", before: func() gateway { return toLinks.takes(parameter("access_token")) }},
	{id: "connector-x-auth-token", breaks: "token-required", says: "a connector is updated for a token in X-Auth-Token", before: func() gateway { return toConnector.takes(header("X-Auth-Token")) }},
	{id: "publish-access-token", breaks: "token-required", says: "a connector is published for a token in the query", before: func() gateway { return toPublishing.takes(parameter("access_token")) }},
	{id: "topics-cookie-token", breaks: "token-required", says: "topics are listed to a token in a cookie", before: func() gateway { return toTopics.takes(cookie("access_token")) }},
	{id: "connector-body-token", breaks: "token-required", says: "a connector is created for a token in the body", before: func() gateway { return toConnectors.takes(inBody("access_token")) }},
	{id: "objects-token-null", breaks: "token-valid", says: "objects are listed to the token null", before: func() gateway { return toObjects.lets("null", workspaceToken, always) }},
	{id: "list-token-undefined", breaks: "token-valid", says: "invitations are listed to the token undefined", before: func() gateway { return toInvitations.lets("undefined", personalToken, always) }},
	{id: "list-token-in-other-case", breaks: "token-valid", says: "invitations are listed to a token whose small letters are capitals and the reverse", before: func() gateway {
		return toInvitations.lets(inOtherCase(personalToken), personalToken, always)
	}},
	{id: "segment-token-undefined", breaks: "token-valid", says: "a segment is created for the token undefined", before: func() gateway {
		return toSegments.lets("undefined", workspaceToken, always)
	}},
	{id: "objects-other-workspace-page-2", breaks: "workspace-token-own", says: "page 2 of the objects is shown to another workspace", before: func() gateway {
		return toObjects.lets(otherWorkspaceToken, workspaceToken, asked("page", "2"))
	}},
	{id: "objects-other-workspace-asc", breaks: "workspace-token-own", says: "the objects in order asc are shown to another workspace", before: func() gateway {
		return toObjects.lets(otherWorkspaceToken, workspaceToken, asked("order", "asc"))
	}},
	{id: "objects-personal-page-2", breaks: "workspace-token-kind", says: "page 2 of the objects is shown to a personal token", before: func() gateway {
		return toObjects.lets(personalToken, workspaceToken, asked("page", "2"))
	}},
	{id: "list-workspace-token-asc", breaks: "personal-token-kind", says: "the invitations in order asc are shown to a workspace's token", before: func() gateway {
		return toInvitations.lets(workspaceToken, personalToken, asked("order", "asc"))
	}},
}

// queryFaults read a query by the order of its parameters.
var queryFaults = []gatewayFault{
	{id: "list-page-after-per-page-ignored", breaks: "pages-partition-the-list", says: "page is ignored for invitations where it stands after per_page",
		with: []string{"page-echoed"}, before: func() gateway { return toInvitations.ignoresAfter("per_page", "page") }},
	{id: "objects-page-after-per-page-ignored", breaks: "pages-partition-the-list", says: "page is ignored for objects where it stands after per_page",
		with: []string{"page-echoed"}, before: func() gateway { return toObjects.ignoresAfter("per_page", "page") }},
}

// ignoresAfter leaves a parameter out where it stands after another one.
func (s sent) ignoresAfter(first, name string) gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		pairs := strings.Split(r.URL.RawQuery, "&")
		at := func(name string) int {
			return slices.IndexFunc(pairs, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
		}
		if before, after := at(first), at(name); before >= 0 && after > before {
			r = r.Clone(r.Context())
			r.URL.RawQuery = strings.Join(slices.Delete(pairs, after, after+1), "&")
		}
		next.ServeHTTP(w, r)
	})
}

// togetherFaults mix up what is under way at the same time.
var togetherFaults = []gatewayFault{
	{id: "together-segments-share-id", breaks: "created-segment-id", says: "of two segments created together, one gets the other's id",
		with:   []string{"segment-source-properties", "segment-source-completes"},
		before: func() gateway { return toSegments.mixes(swapsMember("id")) }},
	{id: "together-segments-share-url", breaks: "created-segment-source-url", says: "of two segments created together, one gets the other's source URL",
		with: []string{"segment-source-properties"},
		before: func() gateway {
			return toSegments.mixes(func(mine, other document) { mine["filter_segment_source_url"] = other["filter_segment_source_url"] })
		}},
	{id: "together-links-swapped", breaks: "link-names-its-segment", says: "of two links created together, one gets the other's response",
		with: []string{"link-redirect-echoed"}, before: func() gateway { return toLinks.mixes(swaps) }},
	{id: "together-links-share-redirect", breaks: "link-redirect-echoed", says: "of two links created together, one gets the other's redirect_uri",
		before: func() gateway { return toLinks.mixes(swapsMember("redirect_uri")) }},
	{id: "together-connectors-swapped", breaks: "connector-service-name-kept", says: "of two connectors created together, one gets the other's response",
		with: []string{"connector-label-kept"}, before: func() gateway { return toConnectors.mixes(swaps) }},
	{id: "together-updates-swapped", breaks: "connector-service-name-kept", says: "of two connectors updated together, one gets the other's response",
		with: []string{"connector-label-kept"}, before: func() gateway { return toConnector.mixes(swaps) }},
	{id: "together-updates-share-label", breaks: "connector-label-kept", says: "of two connectors updated together, one shows the other's label",
		with: []string{"connector-service-name-kept"}, before: func() gateway { return toConnector.mixes(swapsMember("label")) }},
	{id: "together-publishings-swapped", breaks: "connector-service-name-kept", says: "of two connectors published together, one gets the other's response",
		with: []string{"connector-label-kept"}, before: func() gateway { return toPublishing.mixes(swaps) }},
	{id: "together-labels-lost", breaks: "connector-label-kept", says: "of several connectors updated together, only the first keeps its label",
		before: func() gateway { return toConnector.crowded(false, withoutLabel) }},
	{id: "together-list-without-token", breaks: "token-required", says: "invitations need no token while others are asked for with one",
		before: func() gateway { return toInvitations.crowded(false, asPersonal) }},
	{id: "together-source-false", breaks: "segment-source-stays-complete", says: "of several readers of a source URL together, only the first sees it complete",
		before: func() gateway {
			return toJob.crowded(true, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				toJob.edits(func(doc document) { doc["status"] = "false" })(next).ServeHTTP(w, r)
			})
		}},
	{id: "label-for-all", breaks: "connector-label-kept", says: "the label sent last for any connector is shown for all",
		with: []string{"connector-service-name-kept"}, before: labelForAll},
	{id: "fifth-link-elsewhere", breaks: "link-names-its-segment", says: "every fifth link is on another segment",
		with: []string{"link-id", "link-uri"}, before: func() gateway { return everyFifth(toLinks, "segment_id") }},
	{id: "third-update-of-another", breaks: "destination-named-by-its-id", says: "every fifth update of a destination shows another id", before: func() gateway { return everyFifth(toDestination, "id") }},
}

// withoutLabel updates a connector but for its label, and responds as if that had been
// changed too.
func withoutLabel(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r, in := reread(r)
	form, _ := in["connector"].(document)
	label := form["label"]
	delete(form, "label")
	body, _ := json.Marshal(in)
	r.Body = io.NopCloser(bytes.NewReader(body))
	toConnector.edits(func(doc document) {
		if data := dataOf(doc); data != nil && label != nil {
			data["label"] = label
		}
	})(next).ServeHTTP(w, r)
}

// asPersonal lets a request without a token in.
func asPersonal(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Header.Get("Authorization") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+personalToken)
	}
	next.ServeHTTP(w, r)
}

func labelForAll() gateway {
	var mu sync.Mutex
	var last any
	return toConnector.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r, in := reread(r)
		form, _ := in["connector"].(document)
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		mu.Lock()
		defer mu.Unlock()
		data := dataOf(documentIn(body))
		switch {
		case rec.Code != http.StatusOK || data == nil:
		case form["label"] != nil:
			last = form["label"]
		case last != nil:
			data["label"] = last
			body, _ = json.Marshal(document{"status": "updated", "data": data})
		}
		forward(w, rec, body)
	})
}

// everyFifth shows another id in every fifth response.
func everyFifth(to sent, member string) gateway {
	var responses atomic.Int64
	return to.edits(func(doc document) {
		if data := dataOf(doc); data != nil && responses.Add(1)%5 == 0 {
			data[member] = 7
		}
	})
}

// firstObject changes the first object in the response to an update.
func firstObject(change func(o document)) func() gateway {
	return func() gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 0 {
				change(objects[0].(document))
			}
		})
	}
}

// viewFaults show the same thing differently in two operations.
var viewFaults = []gatewayFault{
	{id: "update-object-relabelled", breaks: "objects-shown-alike", says: "an update shows an object with another label than the list", before: firstObject(func(o document) { o["label"] = strings.ToLower(o["label"].(string)) })},
	{id: "update-object-custom-flipped", breaks: "objects-shown-alike", says: "an update shows allow_custom_fields otherwise than the list", before: firstObject(func(o document) { o["allow_custom_fields"] = o["allow_custom_fields"] == false })},
	{id: "update-object-without-fields", breaks: "objects-shown-alike", says: "an update shows an object without its fields", before: firstObject(func(o document) { o["fields"] = []any{} })},
	{id: "update-object-of-another-name", breaks: "objects-shown-alike", says: "an update shows an object that the list does not", before: firstObject(func(o document) { o["full_name"] = "elsewhere" })},
	{id: "update-object-field-type", breaks: "objects-shown-alike", says: "an update shows a field of another type than the list", before: firstObject(func(o document) { o["fields"].([]any)[0].(document)["type"] = "Zahl" })},
	{id: "update-object-identifiers", breaks: "objects-shown-alike", says: "an update shows other identifiers than the list", before: firstObject(func(o document) {
		upsert := o["primary_identifier_mapping_attributes"].(document)["upsert"].(document)
		upsert["required"] = upsert["required"] == false
	})},
	{id: "update-without-objects", breaks: "objects-shown-alike", says: "an update shows no objects, though there are some", before: func() gateway {
		return toDestination.edits(func(doc document) {
			if data := dataOf(doc); data != nil {
				data["objects"] = []any{}
			}
		})
	}},
	{id: "source-other-molecules", breaks: "segment-source-properties", says: "the source URL shows a molecule twice that the retrieval shows once", before: onComplete(func(data document) {
		data["molecules"] = append(data["molecules"].([]any), data["molecules"].([]any)...)
	})},
	{id: "source-other-created-at", breaks: "segment-source-properties", says: "the source URL shows another created_at than the retrieval", before: onComplete(func(data document) { data["created_at"] = "2020-02-29T12:00:00Z" })},
	{id: "source-other-operator", breaks: "segment-source-properties", says: "the source URL shows another operator than the retrieval", before: onComplete(func(data document) {
		if m, ok := data["molecules"].([]any)[0].(document); ok {
			m["operator"] = "is"
		}
	})},
}

// onComplete changes what a complete source URL shows of the segment.
func onComplete(change func(data document)) func() gateway {
	return func() gateway {
		return toJob.edits(func(doc document) {
			if data := dataOf(doc); data["molecules"] != nil {
				change(data)
			}
		})
	}
}

// ofTopics changes the pagination of a list of topics, by what it shows.
func ofTopics(change func(p document, shown int)) func() gateway {
	return func() gateway {
		return toTopics.edits(func(doc document) {
			data, _ := doc["data"].([]any)
			if p, _ := doc["pagination"].(document); p != nil {
				change(p, len(data))
			}
		})
	}
}

// envelopeFaults are lists of topics that contradict themselves.
var envelopeFaults = []gatewayFault{
	{id: "topics-page-zero", breaks: "topics-envelope-agrees", says: "the page of topics is 0", before: ofTopics(func(p document, _ int) { p["page"] = 0 })},
	{id: "topics-page-zero-when-empty", breaks: "topics-envelope-agrees", says: "the page of no topics is 0", before: ofTopics(func(p document, n int) {
		if n == 0 {
			p["page"] = 0
		}
	})},
	{id: "topics-total-zero", breaks: "topics-envelope-agrees", says: "total_records of topics is 0", before: ofTopics(func(p document, _ int) { p["total_records"] = 0 })},
	{id: "topics-total-less", breaks: "topics-envelope-agrees", says: "total_records is one less than the topics shown", before: ofTopics(func(p document, n int) { p["total_records"] = max(0, n-1) })},
	{id: "topics-last-page-zero", breaks: "topics-envelope-agrees", says: "last_page of topics is 0", before: ofTopics(func(p document, _ int) { p["last_page"] = 0 })},
	{id: "topics-twice", breaks: "topics-envelope-agrees", says: "a topic stands twice", before: func() gateway {
		return toTopics.edits(func(doc document) {
			if data, _ := doc["data"].([]any); len(data) > 1 {
				data[1] = data[0]
			}
		})
	}},
}
