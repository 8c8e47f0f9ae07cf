package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"understudy/steps/internal/independent/token"
)

// Violations are the switches that break a promise each.
var Violations = slices.Concat(placeFaults, queryFaults, togetherFaults, viewFaults, returnFaults, envelopeFaults)

// placeFaults accept tokens in other places, or for some queries only.
var placeFaults = []Switch{
	{ID: "list-bare-token", Breaks: "token-required", Says: "invitations are listed to a token without a scheme", Before: func() Gateway { return toInvitations.takes(after("")) }},
	{ID: "destination-bare-token", Breaks: "token-required", Says: "a destination is updated for a token without a scheme", Before: func() Gateway { return toDestination.takes(after("")) }},
	{ID: "publish-bare-token", Breaks: "token-required", Says: "a connector is published for a token without a scheme", Before: func() Gateway { return toPublishing.takes(after("")) }},
	{ID: "link-bare-token", Breaks: "token-required", Says: "a link is created for a token without a scheme", Before: func() Gateway { return toLinks.takes(after("")) }},
	{ID: "objects-scheme-token", Breaks: "token-required", Says: "objects are listed to a token after Token", Before: func() Gateway { return toObjects.takes(after("Token ")) }},
	{ID: "topics-scheme-apikey", Breaks: "token-required", Says: "topics are listed to a token after ApiKey", Before: func() Gateway { return toTopics.takes(after("ApiKey ")) }},
	{ID: "objects-scheme-basic", Breaks: "token-required", Says: "objects are listed to a token after Basic, as it is", Before: func() Gateway { return toObjects.takes(after("Basic ")) }},
	{ID: "list-scheme-twice", Breaks: "token-valid", Says: "invitations are listed to a token after Bearer Bearer", Before: func() Gateway { return toInvitations.takes(after("Bearer Bearer ")) }},
	{ID: "list-access-token", Breaks: "token-required", Says: "invitations are listed to a token in the query", Before: func() Gateway { return toInvitations.takes(parameter("access_token")) }},
	{ID: "topics-query-token", Breaks: "token-required", Says: "topics are listed to a token in the query", Before: func() Gateway { return toTopics.takes(parameter("token")) }},
	{ID: "objects-x-api-key", Breaks: "token-required", Says: "objects are listed to a token in X-Api-Key", Before: func() Gateway { return toObjects.takes(header("X-Api-Key")) }},
	{ID: "segment-x-api-key", Breaks: "token-required", Says: "a segment is created for a token in X-Api-Key", Before: func() Gateway { return toSegments.takes(header("X-Api-Key")) }},
	{ID: "link-access-token", Breaks: "token-required", Says: "a link is created for a token in the query", Before: func() Gateway { return toLinks.takes(parameter("access_token")) }},
	{ID: "connector-x-auth-token", Breaks: "token-required", Says: "a connector is updated for a token in X-Auth-Token", Before: func() Gateway { return toConnector.takes(header("X-Auth-Token")) }},
	{ID: "publish-access-token", Breaks: "token-required", Says: "a connector is published for a token in the query", Before: func() Gateway { return toPublishing.takes(parameter("access_token")) }},
	{ID: "topics-cookie-token", Breaks: "token-required", Says: "topics are listed to a token in a cookie", Before: func() Gateway { return toTopics.takes(cookie("access_token")) }},
	{ID: "connector-body-token", Breaks: "token-required", Says: "a connector is created for a token in the body", Before: func() Gateway { return toConnectors.takes(inBody("access_token")) }},
	{ID: "objects-token-null", Breaks: "token-valid", Says: "objects are listed to the token null", Before: func() Gateway { return toObjects.lets("null", token.Workspace, always) }},
	{ID: "list-token-undefined", Breaks: "token-valid", Says: "invitations are listed to the token undefined", Before: func() Gateway { return toInvitations.lets("undefined", token.Personal, always) }},
	{ID: "list-token-in-other-case", Breaks: "token-valid", Says: "invitations are listed to a token whose small letters are capitals and the reverse", Before: func() Gateway {
		return toInvitations.lets(inOtherCase(token.Personal), token.Personal, always)
	}},
	{ID: "segment-token-undefined", Breaks: "token-valid", Says: "a segment is created for the token undefined", Before: func() Gateway {
		return toSegments.lets("undefined", token.Workspace, always)
	}},
	{ID: "dataset-not-required-without-molecules", Breaks: "segment-dataset-required", Says: "a segment with no molecules is created without a dataset_id", Before: func() Gateway {
		return toSegments.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			r, in := reread(r)
			if molecules, is := in["molecules"].([]any); is && len(molecules) == 0 && in["dataset_id"] == nil {
				in["dataset_id"] = 8_800_412_077_309
				in["molecules"] = []any{document{"attribute": "Plan tier", "attribute_type": "Entity::Text", "operator": "is_one_of", "value": "gold"}}
				body, _ := json.Marshal(in)
				r.Body = io.NopCloser(bytes.NewReader(body))
			}
			next.ServeHTTP(w, r)
		})
	}},
	{ID: "objects-empty-token-asc", Breaks: "token-valid", Says: "the objects in order asc are shown to an empty token", Before: func() Gateway {
		return toObjects.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if asked("order", "asc")(r) && strings.TrimSpace(r.Header.Get("Authorization")) == "Bearer" {
				r = r.Clone(r.Context())
				r.Header.Set("Authorization", "Bearer "+token.Workspace)
			}
			next.ServeHTTP(w, r)
		})
	}},
	{ID: "list-session-cookie", Breaks: "token-required", Says: "a cookie that a list of invitations sets opens it to requests without a token", Before: func() Gateway {
		return toInvitations.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if cookie("visit")(r) == "d41" && r.Header.Get("Authorization") == "" {
				r = r.Clone(r.Context())
				r.Header.Set("Authorization", "Bearer "+token.Personal)
			}
			w.Header().Set("Set-Cookie", "visit=d41; Path=/; HttpOnly")
			next.ServeHTTP(w, r)
		})
	}},
	{ID: "list-last-of-several-tokens", Breaks: "token-valid", Says: "invitations are listed to the last of several tokens", Before: func() Gateway {
		return toInvitations.takes(func(r *http.Request) string {
			all := strings.Split(r.Header.Get("Authorization"), ", ")
			if len(all) == 1 {
				return ""
			}
			return strings.TrimPrefix(all[len(all)-1], "Bearer ")
		})
	}},
	{ID: "destination-other-workspace-without-name", Breaks: "workspace-token-own", Says: "a destination is shown to another workspace that updates it without a name", Before: func() Gateway {
		return toDestination.lets(token.OtherWorkspace, token.Workspace, func(r *http.Request) bool {
			connection, _ := BodyOf(r)["service_connection"].(map[string]any)
			return connection["name"] == nil
		})
	}},
	{ID: "objects-other-workspace-page-2", Breaks: "workspace-token-own", Says: "page 2 of the objects is shown to another workspace", Before: func() Gateway {
		return toObjects.lets(token.OtherWorkspace, token.Workspace, asked("page", "2"))
	}},
	{ID: "objects-other-workspace-asc", Breaks: "workspace-token-own", Says: "the objects in order asc are shown to another workspace", Before: func() Gateway {
		return toObjects.lets(token.OtherWorkspace, token.Workspace, asked("order", "asc"))
	}},
	{ID: "objects-personal-page-2", Breaks: "workspace-token-kind", Says: "page 2 of the objects is shown to a personal token", Before: func() Gateway {
		return toObjects.lets(token.Personal, token.Workspace, asked("page", "2"))
	}},
	{ID: "list-workspace-token-asc", Breaks: "personal-token-kind", Says: "the invitations in order asc are shown to a workspace's token", Before: func() Gateway {
		return toInvitations.lets(token.Workspace, token.Personal, asked("order", "asc"))
	}},
}

// queryFaults depend on the order of a query's parameters.
var queryFaults = []Switch{
	{ID: "list-page-after-per-page-ignored", Breaks: "pages-partition-the-list", Says: "page is ignored for invitations where it stands after per_page",
		With: []string{"page-echoed"}, Before: func() Gateway { return toInvitations.ignoresAfter("per_page", "page") }},
	{ID: "objects-page-after-per-page-ignored", Breaks: "pages-partition-the-list", Says: "page is ignored for objects where it stands after per_page",
		With: []string{"page-echoed"}, Before: func() Gateway { return toObjects.ignoresAfter("per_page", "page") }},
}

// ignoresAfter ignores a parameter that comes after another one.
func (s sent) ignoresAfter(first, name string) Gateway {
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

// togetherFaults mix up simultaneous requests.
var togetherFaults = []Switch{
	{ID: "together-segments-share-id", Breaks: "created-segment-id", Says: "of two segments created together, one gets the other's id",
		With:   []string{"segment-source-properties", "segment-source-completes"},
		Before: func() Gateway { return toSegments.mixes(swapsMember("id")) }},
	{ID: "together-segments-share-url", Breaks: "created-segment-source-url", Says: "of two segments created together, one gets the other's source URL",
		With: []string{"segment-source-properties"},
		Before: func() Gateway {
			return toSegments.mixes(func(mine, other document) { mine["filter_segment_source_url"] = other["filter_segment_source_url"] })
		}},
	{ID: "together-links-swapped", Breaks: "link-names-its-segment", Says: "of two links created together, one gets the other's response",
		With: []string{"link-redirect-echoed"}, Before: func() Gateway { return toLinks.mixes(swaps) }},
	{ID: "together-links-share-redirect", Breaks: "link-redirect-echoed", Says: "of two links created together, one gets the other's redirect_uri",
		Before: func() Gateway { return toLinks.mixes(swapsMember("redirect_uri")) }},
	{ID: "together-connectors-swapped", Breaks: "connector-service-name-kept", Says: "of two connectors created together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toConnectors.mixes(swaps) }},
	{ID: "together-updates-swapped", Breaks: "connector-service-name-kept", Says: "of two connectors updated together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toConnector.mixes(swaps) }},
	{ID: "together-updates-share-label", Breaks: "connector-label-kept", Says: "of two connectors updated together, one shows the other's label",
		With: []string{"connector-service-name-kept"}, Before: func() Gateway { return toConnector.mixes(swapsMember("label")) }},
	{ID: "together-publishings-swapped", Breaks: "connector-service-name-kept", Says: "of two connectors published together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toPublishing.mixes(swaps) }},
	{ID: "together-labels-lost", Breaks: "connector-label-kept", Says: "of several connectors updated together, only the first keeps its label",
		Before: func() Gateway { return toConnector.crowded(false, withoutLabel) }},
	{ID: "together-list-without-token", Breaks: "token-required", Says: "invitations need no token while others are asked for with one",
		Before: func() Gateway { return toInvitations.crowded(false, asPersonal) }},
	{ID: "together-source-false", Breaks: "segment-source-stays-complete", Says: "of several readers of a source URL together, only the first sees it complete",
		Before: func() Gateway {
			return toJob.crowded(true, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				toJob.edits(func(doc document) { doc["status"] = "false" })(next).ServeHTTP(w, r)
			})
		}},
	{ID: "label-for-all", Breaks: "connector-label-kept", Says: "the label sent last for any connector is shown for all",
		With: []string{"connector-service-name-kept"}, Before: labelForAll},
	{ID: "fifth-link-elsewhere", Breaks: "link-names-its-segment", Says: "every fifth link is on another segment",
		With: []string{"link-id", "link-uri"}, Before: func() Gateway { return everyFifth(toLinks, "segment_id") }},
	{ID: "third-update-of-another", Breaks: "destination-named-by-its-id", Says: "every fifth update of a destination shows another id", Before: func() Gateway { return everyFifth(toDestination, "id") }},
}

// withoutLabel updates a connector except for its label, and responds as if
// that had been changed too.
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
		r.Header.Set("Authorization", "Bearer "+token.Personal)
	}
	next.ServeHTTP(w, r)
}

func labelForAll() Gateway {
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
func everyFifth(to sent, member string) Gateway {
	var responses atomic.Int64
	return to.edits(func(doc document) {
		if data := dataOf(doc); data != nil && responses.Add(1)%5 == 0 {
			data[member] = 7
		}
	})
}

// firstObject changes the first object in the response to an update.
func firstObject(change func(o document)) func() Gateway {
	return func() Gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 0 {
				change(objects[0].(document))
			}
		})
	}
}

// viewFaults show the same thing differently in two operations.
var viewFaults = []Switch{
	{ID: "update-object-relabelled", Breaks: "objects-shown-alike", Says: "an update shows an object with another label than the list", Before: firstObject(func(o document) { o["label"] = strings.ToLower(o["label"].(string)) })},
	{ID: "update-object-custom-flipped", Breaks: "objects-shown-alike", Says: "an update shows allow_custom_fields otherwise than the list", Before: firstObject(func(o document) { o["allow_custom_fields"] = o["allow_custom_fields"] == false })},
	{ID: "update-object-without-fields", Breaks: "objects-shown-alike", Says: "an update shows an object without its fields", Before: firstObject(func(o document) { o["fields"] = []any{} })},
	{ID: "update-object-of-another-name", Breaks: "objects-shown-alike", Says: "an update shows an object that the list does not", Before: firstObject(func(o document) { o["full_name"] = "elsewhere" })},
	{ID: "update-object-field-type", Breaks: "objects-shown-alike", Says: "an update shows a field of another type than the list", Before: firstObject(func(o document) { o["fields"].([]any)[0].(document)["type"] = "Zahl" })},
	{ID: "update-object-identifiers", Breaks: "objects-shown-alike", Says: "an update shows other identifiers than the list", Before: firstObject(func(o document) {
		upsert := o["primary_identifier_mapping_attributes"].(document)["upsert"].(document)
		upsert["required"] = upsert["required"] == false
	})},
	{ID: "update-without-objects", Breaks: "objects-shown-alike", Says: "an update shows no objects, though there are some", Before: func() Gateway {
		return toDestination.edits(func(doc document) {
			if data := dataOf(doc); data != nil {
				data["objects"] = []any{}
			}
		})
	}},
	{ID: "update-shows-the-last-object-twice", Breaks: "objects-shown-alike", Says: "an update of a destination shows the last of its objects twice", Before: func() Gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 0 {
				dataOf(doc)["objects"] = append(objects, objects[len(objects)-1])
			}
		})
	}},
	{ID: "update-shows-some-objects", Breaks: "objects-shown-alike", Says: "an update of a destination shows the first three of its objects", Before: func() Gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 3 {
				dataOf(doc)["objects"] = objects[:3]
			}
		})
	}},
	{ID: "update-without-objects-at-times", Breaks: "objects-shown-alike", Says: "every third update shows no objects, though there are some", Before: func() Gateway {
		var updates atomic.Int64
		return toDestination.edits(func(doc document) {
			if data := dataOf(doc); data != nil && updates.Add(1)%3 == 0 {
				data["objects"] = []any{}
			}
		})
	}},
	{ID: "source-other-molecules", Breaks: "segment-source-properties", Says: "the source URL shows a molecule twice that the retrieval shows once", Before: onComplete(func(data document) {
		data["molecules"] = append(data["molecules"].([]any), data["molecules"].([]any)...)
	})},
	{ID: "source-other-created-at", Breaks: "segment-source-properties", Says: "the source URL shows another created_at than the retrieval", Before: onComplete(func(data document) { data["created_at"] = "2020-02-29T12:00:00Z" })},
	{ID: "source-other-operator", Breaks: "segment-source-properties", Says: "the source URL shows another operator than the retrieval", Before: onComplete(func(data document) {
		if m, ok := data["molecules"].([]any)[0].(document); ok {
			m["operator"] = "is"
		}
	})},
}

// onComplete changes what a complete source URL shows of the segment.
func onComplete(change func(data document)) func() Gateway {
	return func() Gateway {
		return toJob.edits(func(doc document) {
			if data := dataOf(doc); data["molecules"] != nil {
				change(data)
			}
		})
	}
}

// ofTopics changes the pagination of a list of topics, by what it shows.
func ofTopics(change func(p document, shown int)) func() Gateway {
	return func() Gateway {
		return toTopics.edits(func(doc document) {
			data, _ := doc["data"].([]any)
			if p, _ := doc["pagination"].(document); p != nil {
				change(p, len(data))
			}
		})
	}
}

// ninths changes every ninth success response.
func (s sent) ninths(change func(doc document)) func() Gateway {
	return func() Gateway {
		var responses atomic.Int64
		return s.edits(func(doc document) {
			if responses.Add(1)%9 == 0 {
				change(doc)
			}
		})
	}
}

// returnFaults are lists that lose records and have them again.
var returnFaults = []Switch{
	{ID: "list-total-less-at-times", Breaks: "total-records-counts-all", Says: "every ninth response counts one invitation too few",
		With: []string{"last-page-holds-the-last"}, Before: toInvitations.ninths(func(doc document) {
			p := doc["pagination"].(document)
			total, _ := p["total_records"].(json.Number).Int64()
			p["total_records"] = max(0, total-1)
		})},
	{ID: "list-empty-at-times", Breaks: "total-records-counts-all", Says: "every ninth response has no invitations",
		With: []string{"per-page-default-25", "per-page-honoured", "per-page-echoed", "page-echoed"}, Before: toInvitations.ninths(func(doc document) {
			doc["data"], doc["pagination"] = []any{}, document{"total_records": 0, "per_page": 25, "prev_page": nil, "page": 1, "next_page": nil, "last_page": 0}
		})},
}

// envelopeFaults are lists of topics that contradict themselves.
var envelopeFaults = []Switch{
	{ID: "topics-page-zero", Breaks: "topics-envelope-agrees", Says: "the page of topics is 0", Before: ofTopics(func(p document, _ int) { p["page"] = 0 })},
	{ID: "topics-page-zero-when-empty", Breaks: "topics-envelope-agrees", Says: "the page of no topics is 0", Before: ofTopics(func(p document, n int) {
		if n == 0 {
			p["page"] = 0
		}
	})},
	{ID: "topics-total-zero", Breaks: "topics-envelope-agrees", Says: "total_records of topics is 0", Before: ofTopics(func(p document, _ int) { p["total_records"] = 0 })},
	{ID: "topics-total-less", Breaks: "topics-envelope-agrees", Says: "total_records is one less than the topics shown", Before: ofTopics(func(p document, n int) { p["total_records"] = max(0, n-1) })},
	{ID: "topics-last-page-zero", Breaks: "topics-envelope-agrees", Says: "last_page of topics is 0", Before: ofTopics(func(p document, _ int) { p["last_page"] = 0 })},
	{ID: "topics-twice", Breaks: "topics-envelope-agrees", Says: "a topic stands twice", Before: func() Gateway {
		return toTopics.edits(func(doc document) {
			if data, _ := doc["data"].([]any); len(data) > 1 {
				data[1] = data[0]
			}
		})
	}},
}
