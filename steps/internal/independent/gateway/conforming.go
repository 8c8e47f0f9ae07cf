package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// conforming returns a row of Conforming.
func conforming(id, says string, before func() Gateway) Switch {
	return Switch{ID: id, Says: says, Before: before}
}

func soon() string { return "0" }

func nowAsDate() string { return time.Now().UTC().Format(http.TimeFormat) }

// Conforming are the switches that break nothing: the document does not say how
// busy a deployment is, what it does with two simultaneous writes, or with
// requests that it does not know.
var Conforming = []Switch{
	conforming("busy-503", "every 6th request gets HTTP 503 with Retry-After: 0",
		func() Gateway { return busy(6, http.StatusServiceUnavailable, soon) }),
	conforming("busy-503-date", "every 5th request gets HTTP 503 with a date in Retry-After",
		func() Gateway { return busy(5, http.StatusServiceUnavailable, nowAsDate) }),
	conforming("busy-429-date", "every 4th request gets HTTP 429 with a date in Retry-After",
		func() Gateway { return busy(4, http.StatusTooManyRequests, nowAsDate) }),
	conforming("busy-403", "every 7th request gets HTTP 403 with Retry-After: 0",
		func() Gateway { return busy(7, http.StatusForbidden, soon) }),
	conforming("busy-529", "every 6th request gets HTTP 529 with Retry-After: 0", func() Gateway { return busy(6, 529, soon) }),
	conforming("lost-502", "every 41st request gets HTTP 502 with Retry-After, and has no effect", func() Gateway { return busy(41, http.StatusBadGateway, soon) }),
	conforming("busy-source", "every second reading of a source URL gets HTTP 429", func() Gateway { return toJob.throttled() }),
	conforming("one-segment-at-a-time", "the creation of a segment gets HTTP 409 while another one is under way",
		func() Gateway { return toSegments.oneAtATime(http.StatusConflict) }),
	conforming("one-link-at-a-time", "the creation of a link gets HTTP 423 while another one is under way",
		func() Gateway { return toLinks.oneAtATime(http.StatusLocked) }),
	conforming("one-connector-at-a-time", "the creation and update of a connector gets HTTP 409 while another one is under way",
		func() Gateway {
			return gateways(toConnectors.oneAtATime(http.StatusConflict), toConnector.oneAtATime(http.StatusConflict),
				toPublishing.oneAtATime(http.StatusConflict))
		}),
	conforming("one-connector-at-a-time-503",
		"the creation of a connector gets HTTP 503 with Retry-After while another one is under way",
		func() Gateway { return toConnectors.oneAtATime(http.StatusServiceUnavailable) }),
	conforming("connectors-take-anything",
		"a connector may have members of other types than the document gives them, and shows its label as it was sent", func() Gateway {
			return gateways(toConnectors.takesAnything(), toConnector.takesAnything())
		}),
	conforming("rejections-500", "a write that is rejected for what it sends gets HTTP 500, but one with no molecules HTTP 422", func() Gateway { return toWrites(failsRejected) }),
	conforming("taken-name-500-by-replica", "of two replicas one rejects a service_name that is taken with HTTP 500",
		func() Gateway { return toConnectors.on(failsTaken()) }),
	conforming("rejections-repeat-the-request", "a rejected write shows in data what was sent",
		func() Gateway { return toWrites(repeatsRejected) }),
	conforming("rejections-show-an-empty-record", "a rejected write gets HTTP 200, the status error and a record with no values",
		func() Gateway { return toWrites(emptiesRejected) }),
	conforming("wrong-types-get-an-empty-object",
		"an update of a connector whose configuration_definition is no object is not carried out, and gets HTTP 200 with an empty object",
		func() Gateway { return toConnector.on(ignoresWrongType) }),
	conforming("markup-not-found", "a write of a connector or a segment with markup in its body gets HTTP 404 with the status not_found",
		func() Gateway {
			return gateways(toConnectors.on(knowsNoMarkup), toConnector.on(knowsNoMarkup), toSegments.on(knowsNoMarkup))
		}),
	conforming("rejections-show-the-present-record", "a rejected update gets HTTP 200, the status error and the record as it is",
		func() Gateway {
			return gateways(toConnector.on(showsPresent(`{"connector":{}}`)), toDestination.on(showsPresent(`{"service_connection":{}}`)))
		}),
	conforming("text-of-links-unread", "the body of a link that is sent as text is not read, and its redirect_uri is null",
		func() Gateway { return toLinks.on(readsNoText) }),
	conforming("unknown-parameters-rejected", "a list with a parameter that the document does not know gets HTTP 400", func() Gateway {
		known := map[string]bool{"page": true, "per_page": true, "order": true}
		strict := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			for name := range r.URL.Query() {
				if !known[name] {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
			}
			next.ServeHTTP(w, r)
		}
		return gateways(toInvitations.on(strict), toObjects.on(strict), toTopics.on(strict))
	}),
}

// toWrites is in front of all operations that write.
func toWrites(serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) Gateway {
	var all []Gateway
	for _, s := range []sent{toConnectors, toConnector, toPublishing, toSegments, toDestination, toLinks} {
		all = append(all, s.on(serve))
	}
	return gateways(all...)
}

// emptiesRejected makes a rejection one with HTTP 200 and a record that has no values.
func emptiesRejected(w http.ResponseWriter, r *http.Request, next http.Handler) {
	rec := recorded(next, r)
	body := rec.Body.Bytes()
	if rec.Code/100 == 4 {
		rec.Code = http.StatusOK
		body = []byte(`{"status":"error","filter_segment_source_url":"","data":{"id":0,"name":"","objects":[],"service_name":"","label":"",` +
			`"uri":"","segment_id":0,"expired":false,"revoked":false}}`)
	}
	forward(w, rec, body)
}

// failsRejected makes a rejection of a body an error of the server, but where the document allows the body: an
// array of no molecules.
func failsRejected(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r, sent := reread(r)
	rec := recorded(next, r)
	molecules, given := sent["molecules"].([]any)
	if isEmpty := given && len(molecules) == 0; !isEmpty && (rec.Code == http.StatusBadRequest || rec.Code == http.StatusUnprocessableEntity) {
		rec.Code = http.StatusInternalServerError
	}
	forward(w, rec, rec.Body.Bytes())
}

// failsTaken makes every second rejection of a service_name that is taken an error of the server.
func failsTaken() func(w http.ResponseWriter, r *http.Request, next http.Handler) {
	var mu sync.Mutex
	made, rejected := map[any]bool{}, 0
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r, sent := reread(r)
		connector, _ := sent["connector"].(document)
		service := connector["service_name"]
		rec := recorded(next, r)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case rec.Code/100 == 2:
			made[service] = true
		case rec.Code == http.StatusUnprocessableEntity && made[service]:
			if rejected++; rejected%2 == 1 {
				rec.Code = http.StatusInternalServerError
			}
		}
		forward(w, rec, rec.Body.Bytes())
	}
}

// repeatsRejected shows in the data of a rejection what was sent.
func repeatsRejected(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r, sent := reread(r)
	if connector, ok := sent["connector"].(document); ok {
		sent = connector
	}
	rec := recorded(next, r)
	body := rec.Body.Bytes()
	if rec.Code/100 == 4 {
		body, _ = json.Marshal(document{"status": "error", "data": sent})
	}
	forward(w, rec, body)
}

// readsNoText creates a link without a redirect_uri where the body is sent as text.
func readsNoText(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/") {
		next.ServeHTTP(w, r)
		return
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader("{}")), 2
	rec := recorded(next, r)
	doc := documentIn(rec.Body.Bytes())
	if link := dataOf(doc); link != nil {
		link["redirect_uri"] = nil
	}
	body, _ := json.Marshal(doc)
	forward(w, rec, body)
}

// ignoresWrongType does nothing with an update whose configuration_definition is no object.
func ignoresWrongType(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r, sent := reread(r)
	connector, _ := sent["connector"].(document)
	fields, given := connector["configuration_definition"]
	if _, is := fields.(document); given && !is {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{}"))
		return
	}
	next.ServeHTTP(w, r)
}

// knowsNoMarkup does not find what a request with markup asks for.
func knowsNoMarkup(w http.ResponseWriter, r *http.Request, next http.Handler) {
	raw, _ := io.ReadAll(r.Body)
	if bytes.Contains(raw, []byte(`<`)) || bytes.Contains(raw, []byte(`\u003c`)) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"status":"not_found"}`))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	next.ServeHTTP(w, r)
}

// showsPresent makes the rejection of an update one with HTTP 200 and the record, which an update
// that changes nothing shows. A wrong token gets no record.
func showsPresent(nothing string) func(w http.ResponseWriter, r *http.Request, next http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		again := r.Clone(r.Context())
		again.Body, again.ContentLength = io.NopCloser(bytes.NewReader([]byte(nothing))), int64(len(nothing))
		if rec.Code/100 == 4 {
			if present := recorded(next, again); present.Code/100 == 2 {
				rec.Code = http.StatusOK
				body, _ = json.Marshal(document{"status": "error", "data": dataOf(documentIn(present.Body.Bytes()))})
			}
		}
		forward(w, rec, body)
	}
}
