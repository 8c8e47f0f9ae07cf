package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"understudy/steps/internal/independent/token"
)

// Violations are the switches that break a promise each.
var Violations = slices.Concat(placeFaults, queryFaults, togetherFaults, viewFaults, returnFaults, envelopeFaults, afterFaults)

// placeFaults accept tokens in other places, or for some queries only.
var placeFaults = []Switch{
	{ID: "list-bare-token", Breaks: "token-required", Says: "invitations are listed to a token without a scheme",
		Before: func() Gateway { return toInvitations.acceptsTokenFrom(after("")) }},
	{ID: "destination-bare-token", Breaks: "token-required", Says: "a destination is updated for a token without a scheme",
		Before: func() Gateway { return toDestination.acceptsTokenFrom(after("")) }},
	{ID: "publish-bare-token", Breaks: "token-required", Says: "a connector is published for a token without a scheme",
		Before: func() Gateway { return toPublishing.acceptsTokenFrom(after("")) }},
	{ID: "link-bare-token", Breaks: "token-required", Says: "a link is created for a token without a scheme",
		Before: func() Gateway { return toLinks.acceptsTokenFrom(after("")) }},
	{ID: "objects-scheme-token", Breaks: "token-required", Says: "objects are listed to a token after Token",
		Before: func() Gateway { return toObjects.acceptsTokenFrom(after("Token ")) }},
	{ID: "topics-scheme-apikey", Breaks: "token-required", Says: "topics are listed to a token after ApiKey",
		Before: func() Gateway { return toTopics.acceptsTokenFrom(after("ApiKey ")) }},
	{ID: "objects-scheme-basic", Breaks: "token-required", Says: "objects are listed to a token after Basic, as it is",
		Before: func() Gateway { return toObjects.acceptsTokenFrom(after("Basic ")) }},
	{ID: "list-scheme-twice", Breaks: "token-valid", Says: "invitations are listed to a token after Bearer Bearer",
		Before: func() Gateway { return toInvitations.acceptsTokenFrom(after("Bearer Bearer ")) }},
	{ID: "list-access-token", Breaks: "token-required", Says: "invitations are listed to a token in the query",
		Before: func() Gateway { return toInvitations.acceptsTokenFrom(parameter("access_token")) }},
	{ID: "topics-query-token", Breaks: "token-required", Says: "topics are listed to a token in the query",
		Before: func() Gateway { return toTopics.acceptsTokenFrom(parameter("token")) }},
	{ID: "objects-x-api-key", Breaks: "token-required", Says: "objects are listed to a token in X-Api-Key",
		Before: func() Gateway { return toObjects.acceptsTokenFrom(header("X-Api-Key")) }},
	{ID: "segment-x-api-key", Breaks: "token-required", Says: "a segment is created for a token in X-Api-Key",
		Before: func() Gateway { return toSegments.acceptsTokenFrom(header("X-Api-Key")) }},
	{ID: "link-access-token", Breaks: "token-required", Says: "a link is created for a token in the query",
		Before: func() Gateway { return toLinks.acceptsTokenFrom(parameter("access_token")) }},
	{ID: "connector-x-auth-token", Breaks: "token-required", Says: "a connector is updated for a token in X-Auth-Token",
		Before: func() Gateway { return toConnector.acceptsTokenFrom(header("X-Auth-Token")) }},
	{ID: "publish-access-token", Breaks: "token-required", Says: "a connector is published for a token in the query",
		Before: func() Gateway { return toPublishing.acceptsTokenFrom(parameter("access_token")) }},
	{ID: "topics-cookie-token", Breaks: "token-required", Says: "topics are listed to a token in a cookie",
		Before: func() Gateway { return toTopics.acceptsTokenFrom(cookie("access_token")) }},
	{ID: "connector-body-token", Breaks: "token-required", Says: "a connector is created for a token in the body",
		Before: func() Gateway { return toConnectors.acceptsTokenFrom(inBody("access_token")) }},
	{ID: "objects-token-null", Breaks: "token-valid", Says: "objects are listed to the token null",
		Before: func() Gateway { return toObjects.acceptsTokenAs("null", token.Workspace, always) }},
	{ID: "list-token-undefined", Breaks: "token-valid", Says: "invitations are listed to the token undefined",
		Before: func() Gateway { return toInvitations.acceptsTokenAs("undefined", token.Personal, always) }},
	{ID: "list-token-in-other-case", Breaks: "token-valid",
		Says: "invitations are listed to a token whose small letters are capitals and the reverse", Before: func() Gateway {
			return toInvitations.acceptsTokenAs(inOtherCase(token.Personal), token.Personal, always)
		}},
	{ID: "segment-token-undefined", Breaks: "token-valid", Says: "a segment is created for the token undefined", Before: func() Gateway {
		return toSegments.acceptsTokenAs("undefined", token.Workspace, always)
	}},
	{ID: "dataset-not-required-without-molecules", Breaks: "segment-dataset-required",
		Says: "a segment with no molecules is created without a dataset_id", Before: func() Gateway {
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
	{ID: "objects-empty-token-asc", Breaks: "token-valid", Says: "the objects in order asc are shown to an empty token",
		Before: func() Gateway {
			return toObjects.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if asked("order", "asc")(r) && strings.TrimSpace(r.Header.Get("Authorization")) == "Bearer" {
					r = r.Clone(r.Context())
					r.Header.Set("Authorization", "Bearer "+token.Workspace)
				}
				next.ServeHTTP(w, r)
			})
		}},
	{ID: "list-session-cookie", Breaks: "token-required",
		Says: "a cookie that a list of invitations sets opens it to requests without a token", Before: func() Gateway {
			return toInvitations.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if cookie("visit")(r) == "d41" && r.Header.Get("Authorization") == "" {
					r = r.Clone(r.Context())
					r.Header.Set("Authorization", "Bearer "+token.Personal)
				}
				w.Header().Set("Set-Cookie", "visit=d41; Path=/; HttpOnly")
				next.ServeHTTP(w, r)
			})
		}},
	{ID: "list-last-of-several-tokens", Breaks: "token-valid", Says: "invitations are listed to the last of several tokens",
		Before: func() Gateway {
			return toInvitations.acceptsTokenFrom(func(r *http.Request) string {
				all := strings.Split(r.Header.Get("Authorization"), ", ")
				if len(all) == 1 {
					return ""
				}
				return strings.TrimPrefix(all[len(all)-1], "Bearer ")
			})
		}},
	{ID: "destination-other-workspace-without-name", Breaks: "workspace-token-own",
		Says: "a destination is shown to another workspace that updates it without a name", Before: func() Gateway {
			return toDestination.acceptsTokenAs(token.OtherWorkspace, token.Workspace, func(r *http.Request) bool {
				connection, _ := BodyOf(r)["service_connection"].(map[string]any)
				return connection["name"] == nil
			})
		}},
	{ID: "objects-other-workspace-page-2", Breaks: "workspace-token-own", Says: "page 2 of the objects is shown to another workspace",
		Before: func() Gateway {
			return toObjects.acceptsTokenAs(token.OtherWorkspace, token.Workspace, asked("page", "2"))
		}},
	{ID: "objects-other-workspace-asc", Breaks: "workspace-token-own", Says: "the objects in order asc are shown to another workspace",
		Before: func() Gateway {
			return toObjects.acceptsTokenAs(token.OtherWorkspace, token.Workspace, asked("order", "asc"))
		}},
	{ID: "objects-any-token-page-2", Breaks: "token-valid", Says: "page 2 of the objects is shown to any token", Before: func() Gateway {
		return toObjects.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			sent, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if ok && asked("page", "2")(r) && sent != token.OtherWorkspace && sent != token.Personal && sent != token.Revoked {
				r = r.Clone(r.Context())
				r.Header.Set("Authorization", "Bearer "+token.Workspace)
			}
			next.ServeHTTP(w, r)
		})
	}},
	{ID: "objects-personal-page-2", Breaks: "workspace-token-kind", Says: "page 2 of the objects is shown to a personal token",
		Before: func() Gateway {
			return toObjects.acceptsTokenAs(token.Personal, token.Workspace, asked("page", "2"))
		}},
	{ID: "list-workspace-token-asc", Breaks: "personal-token-kind",
		Says: "the invitations in order asc are shown to a workspace's token", Before: func() Gateway {
			return toInvitations.acceptsTokenAs(token.Workspace, token.Personal, asked("order", "asc"))
		}},
}

// queryFaults depend on the order of a query's parameters.
var queryFaults = []Switch{
	{ID: "list-page-after-per-page-ignored", Breaks: "pages-partition-the-list",
		Says: "page is ignored for invitations where it stands after per_page",
		With: []string{"page-echoed"}, Before: func() Gateway { return toInvitations.ignoresAfter("per_page", "page") }},
	{ID: "objects-page-after-per-page-ignored", Breaks: "pages-partition-the-list",
		Says: "page is ignored for objects where it stands after per_page",
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

// everyNinth changes every ninth success response.
func (s sent) everyNinth(change func(doc document)) func() Gateway {
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
		With: []string{"last-page-holds-the-last"}, Before: toInvitations.everyNinth(func(doc document) {
			p := doc["pagination"].(document)
			total, _ := p["total_records"].(json.Number).Int64()
			p["total_records"] = max(0, total-1)
		})},
	{ID: "list-empty-at-times", Breaks: "total-records-counts-all", Says: "every ninth response has no invitations",
		With: []string{"per-page-default-25", "per-page-honoured", "per-page-echoed", "page-echoed"},
		Before: toInvitations.everyNinth(func(doc document) {
			doc["data"], doc["pagination"] = []any{},
				document{"total_records": 0, "per_page": 25, "prev_page": nil, "page": 1, "next_page": nil, "last_page": 0}
		})},
	{ID: "list-without-records-at-times", Breaks: "per-page-honoured", Says: "every ninth response counts the invitations, but shows none",
		Before: toInvitations.everyNinth(func(doc document) { doc["data"] = []any{} })},
	{ID: "list-page-one-at-times", Breaks: "pages-partition-the-list",
		Says: "every fifth page of invitations has the records of page 1 and its own pagination", Before: pageOneAtTimes},
}

// pageOneAtTimes shows the records of page 1 on every fifth page after it.
func pageOneAtTimes() Gateway {
	var pages atomic.Int64
	return toInvitations.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		query := r.URL.Query()
		if n, _ := strconv.Atoi(query.Get("page")); rec.Code != http.StatusOK || n < 2 || pages.Add(1)%5 != 0 {
			forward(w, rec, rec.Body.Bytes())
			return
		}
		first := r.Clone(r.Context())
		query.Set("page", "1")
		first.URL.RawQuery = query.Encode()
		doc := documentIn(rec.Body.Bytes())
		doc["data"] = documentIn(recorded(next, first).Body.Bytes())["data"]
		body, _ := json.Marshal(doc)
		forward(w, rec, body)
	})
}

// envelopeFaults are lists of topics that contradict themselves.
var envelopeFaults = []Switch{
	{ID: "topics-page-zero", Breaks: "topics-envelope-agrees", Says: "the page of topics is 0",
		Before: ofTopics(func(p document, _ int) { p["page"] = 0 })},
	{ID: "topics-page-zero-when-empty", Breaks: "topics-envelope-agrees", Says: "the page of no topics is 0",
		Before: ofTopics(func(p document, n int) {
			if n == 0 {
				p["page"] = 0
			}
		})},
	{ID: "topics-total-zero", Breaks: "topics-envelope-agrees", Says: "total_records of topics is 0",
		Before: ofTopics(func(p document, _ int) { p["total_records"] = 0 })},
	{ID: "topics-total-less", Breaks: "topics-envelope-agrees", Says: "total_records is one less than the topics shown",
		Before: ofTopics(func(p document, n int) { p["total_records"] = max(0, n-1) })},
	{ID: "topics-total-more", Breaks: "topics-envelope-agrees", Says: "total_records is one more than the topics shown, on page 1 of 1",
		Before: ofTopics(func(p document, n int) {
			p["total_records"], p["page"], p["last_page"] = n+1, 1, 1
		})},
	{ID: "topics-last-page-zero", Breaks: "topics-envelope-agrees", Says: "last_page of topics is 0",
		Before: ofTopics(func(p document, _ int) { p["last_page"] = 0 })},
	{ID: "objects-not-found-at-times", Breaks: "objects-are-listed", Says: "every fourth list of objects gets HTTP 404",
		Before: func() Gateway {
			var lists atomic.Int64
			return toObjects.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				rec := recorded(next, r)
				if rec.Code == http.StatusOK && lists.Add(1)%4 == 0 {
					http.NotFound(w, r)
					return
				}
				forward(w, rec, rec.Body.Bytes())
			})
		}},
	{ID: "objects-error-with-200-at-times", Breaks: "list-status-success",
		Says: "every fourth list of objects gets HTTP 200 with an error", Before: func() Gateway {
			var lists atomic.Int64
			return toObjects.edits(func(doc document) {
				if lists.Add(1)%4 == 0 {
					clear(doc)
					doc["status"] = "error"
				}
			})
		}},
	{ID: "topics-without-the-first-at-times", Breaks: "topics-are-listed", Says: "every third list of topics lacks the first two",
		Before: func() Gateway {
			var lists atomic.Int64
			return toTopics.edits(func(doc document) {
				if data, _ := doc["data"].([]any); len(data) > 2 && lists.Add(1)%3 == 0 {
					doc["data"] = data[2:]
					if p, ok := doc["pagination"].(document); ok && p["total_records"] != nil {
						p["total_records"] = len(data) - 2
					}
				}
			})
		}},
	{ID: "topics-twice", Breaks: "topics-envelope-agrees", Says: "a topic appears twice", Before: func() Gateway {
		return toTopics.edits(func(doc document) {
			if data, _ := doc["data"].([]any); len(data) > 1 {
				data[1] = data[0]
			}
		})
	}},
}
