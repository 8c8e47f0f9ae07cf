package mutant

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"understudy/server/mutant/edit"
	"understudy/server/mutant/text"
	"understudy/spec"
)

const (
	connecting   = spec.CreateConnector
	reconnecting = spec.UpdateConnector
	publishing   = spec.PublishConnector
)

// connectors are the mutants of the form of responses about connectors.
func connectors() []Mutant {
	return []Mutant{
		{ID: "connectors-created-in-vain", Breaks: "connector-service-name-kept", Says: "a connector is gone as soon as it is created", Change: undone(connecting)},
		{ID: "connector-creation-answers-201", Breaks: "created-connector-code", Says: "a connector's creation gets HTTP 201", Change: edit.OnCode(connecting, http.StatusCreated)},
		{ID: "connector-without-an-icon-answers-201", Breaks: "created-connector-code", Says: "the creation of a connector without icon_url gets HTTP 201",
			Change: afterDone(connecting, func(x *exchange, _ *Lab) {
				if x.input("connector")["icon_url"] == nil {
					x.rec.Code = http.StatusCreated
				}
			})},
		{ID: "connector-update-answers-202", Breaks: "updated-connector-code", Says: "a connector's update gets HTTP 202", Change: edit.OnCode(reconnecting, http.StatusAccepted)},
		{ID: "connector-update-of-nothing-answers-204", Breaks: "updated-connector-code", With: []string{"bodies-are-json"}, Says: "a connector's update with the label that it has gets HTTP 204",
			Change: emptyWhereNothingChanges(reconnecting, "connector", "label", http.StatusNoContent)},
		{ID: "publishing-answers-201", Breaks: "published-connector-code", Says: "a publishing gets HTTP 201", Change: edit.OnCode(publishing, http.StatusCreated)},
		spoilt(connecting, "connector-creation-status-success", "created-connector-status", "/status", becomes("success")),
		spoilt(reconnecting, "connector-update-status-ok", "updated-connector-status", "/status", becomes("ok")),
		{ID: "connector-label-alone-status-success", Breaks: "updated-connector-status", Says: "an update of a connector's label alone has the status success",
			Change: withLabelAlone(edit.OnBody(reconnecting, func(body object, _ url.Values) { body["status"] = "success" }))},
		inLowerCaseOnly(spoilt(connecting, "connector-creation-status-ok-for-bearer", "created-connector-status", "/status", becomes("ok"))),
		inLowerCaseOnly(spoilt(reconnecting, "connector-update-status-ok-for-bearer", "updated-connector-status", "/status", becomes("ok"))),
		spoilt(publishing, "publishing-status-published", "published-connector-status", "/status", becomes("published")),
		spoilt(publishing, "publishing-status-error", "published-connector-status", "/status", becomes("error")),
		{ID: "connector-creation-without-data", Breaks: "created-connector-data", Says: "a new connector's members stand beside status, not in data", Change: flattened(connecting)},
		{ID: "connector-update-without-data", Breaks: "updated-connector-data", Says: "an updated connector's members stand beside status, not in data", Change: flattened(reconnecting)},
		{ID: "publishing-without-data", Breaks: "published-connector-data", Says: "a published connector's members stand beside status, not in data", Change: flattened(publishing)},
		{ID: "connector-creation-fails", Breaks: "connectors-are-created", Says: "a connector's creation gets HTTP 500", Change: edit.Always(connecting, http.StatusInternalServerError)},
		{ID: "connectors-rejected-at-times", Breaks: "connectors-are-created", Says: "every third creation gets HTTP 400", Change: turnsAwayNth(3, connecting, http.StatusBadRequest)},
		{ID: "connector-updates-unauthorized-at-times", Breaks: "connectors-are-updated", Says: "every fifth update of a connector gets HTTP 401", Change: turnsAwayNth(5, reconnecting, http.StatusUnauthorized)},
		{ID: "connector-update-fails", Breaks: "connectors-are-updated", Says: "a connector's update gets HTTP 500", Change: edit.Always(reconnecting, http.StatusInternalServerError)},
		{ID: "publishing-fails", Breaks: "connectors-are-published", Says: "a publishing gets HTTP 500", Change: edit.Always(publishing, http.StatusInternalServerError)},
		{ID: "publishing-resets", Breaks: "connectors-are-published", Says: "a publishing breaks off the connection", Change: edit.Resets(publishing)},
		{ID: "connector-creation-empty-body", Breaks: "bodies-are-json", Says: "a connector's creation has no body", Change: edit.OnBytes(connecting, func([]byte) []byte { return nil })},
		{ID: "connector-update-trailing-bytes", Breaks: "bodies-are-json", Says: "a connector's update is followed by bytes",
			Change: edit.OnBytes(reconnecting, func(b []byte) []byte { return append(b, "ok"...) })},
		{ID: "publishing-empty-body", Breaks: "bodies-are-json", Says: "a publishing has no body", Change: edit.OnBytes(publishing, func([]byte) []byte { return nil })},
	}
}

// connectorTexts are the mutants of what a connector is called and keeps.
func connectorTexts() []Mutant {
	return []Mutant{
		{ID: "connector-shows-the-old-label", Breaks: "connector-label-kept", Says: "the response to an update shows the label from before", Change: labelBefore(reconnecting)},
		{ID: "connector-label-not-kept", Breaks: "connector-label-kept", Says: "a new label is confirmed and gone at once", Change: undone(reconnecting)},
		{ID: "connector-later-label-not-kept", Breaks: "connector-label-kept", Says: "a connector keeps its first new label forever", Change: undoneLater(reconnecting)},
		{ID: "connector-every-second-label-not-kept", Breaks: "connector-label-kept", Says: "every second new label of a connector is confirmed and lost",
			Change: undoneEvery(2, reconnecting, "connector", "label")},
		{ID: "connector-every-third-label-not-kept", Breaks: "connector-label-kept", Says: "every third new label of a connector is confirmed and lost",
			Change: undoneEvery(3, reconnecting, "connector", "label")},
		{ID: "connector-label-is-not-given-again", Breaks: "connector-label-kept", Says: "a label that the connector had before is confirmed and not saved",
			Change: notGivenAgain},
		{ID: "connector-label-falls-back-to-the-first", Breaks: "connector-label-kept", Says: "the second new label of a connector is confirmed, and it has that of its creation then",
			Change: fallsBackToFirst},
		{ID: "publishing-shows-the-old-label", Breaks: "connector-label-kept", Says: "a published connector shows the label from before its last", Change: labelBefore(publishing)},
		spoilt(publishing, "publishing-escapes-the-label", "connector-label-kept", "/data/label", what{"is escaped as HTML", func(old any) any {
			return html.EscapeString(old.(string))
		}}),
		spoilt(publishing, "publishing-drops-what-is-not-ascii", "connector-label-kept", "/data/label", what{"lacks what is not ASCII", func(old any) any {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return -1
				}
				return r
			}, old.(string))
		}}),
		{ID: "publishing-shows-the-service-name-as-label", Breaks: "connector-label-kept", Says: "a published connector shows its service_name as its label",
			Change: edit.OnBody(publishing, func(body object, _ url.Values) { data := body["data"].(object); data["label"] = data["service_name"] })},
		{ID: "connector-updates-unprocessable-in-turns", Breaks: "connectors-are-updated", Says: "every second update of a connector gets HTTP 422", Change: turnsAwayNth(2, reconnecting, http.StatusUnprocessableEntity)},
		{ID: "connector-second-label-alone-not-kept", Breaks: "connector-label-kept", Says: "of a connector's new labels that are sent alone, every second one is confirmed and lost",
			Change: undoneAlone(2)},
		{ID: "connector-label-alone-not-kept", Breaks: "connector-label-kept", Says: "a new label that is sent alone is confirmed and lost", Change: undoneAlone(1)},
		{ID: "connector-update-spreads-by-prefix", Breaks: "connector-label-kept", Says: "a new label is also that of the connectors whose service_name begins with the same", Change: spreadByPrefix},
		{ID: "connector-creation-in-lower-case", Breaks: "connector-service-name-kept", Says: "a creation shows the service_name in lower case, and its paths need it as sent",
			Change: edit.OnBody(connecting, serviceNameShown(strings.ToLower))},
		{ID: "connector-creation-cuts-the-name", Breaks: "connector-service-name-kept", Says: "a creation shows the first 64 characters of the service_name",
			Change: edit.OnBody(connecting, serviceNameShown(text.Cut(64)))},
		spoilt(reconnecting, "connector-update-answers-another", "connector-service-name-kept", "/data/service_name", anotherName),
		spoilt(publishing, "publishing-answers-another", "connector-service-name-kept", "/data/service_name", anotherName),
		spoilt(connecting, "connector-creation-answers-another", "connector-service-name-kept", "/data/service_name", anotherName),
		{ID: "connector-update-goes-astray", Breaks: "connector-service-name-kept", Says: "the update of an unknown connector updates another",
			Change: astray(reconnecting, func(l *Lab) string { return l.TestData.ConnectorServiceName })},
		{ID: "connector-created-from-nothing", Breaks: "creation-needs-connector", Says: "a connector is created without the object connector", Change: fromNothing()},
		{ID: "connector-updated-with-nothing", Breaks: "update-needs-connector", Says: "an update needs no object connector",
			Change: edit.OnInput(reconnecting, func(body object, _ *Lab) {
				if _, ok := body["connector"]; !ok {
					body["connector"] = object{}
				}
			})},
		{ID: "connector-updated-with-null", Breaks: "update-needs-connector", Says: "an update accepts null as the object connector",
			Change: edit.OnInput(reconnecting, func(body object, _ *Lab) {
				if c, ok := body["connector"]; ok && c == nil {
					body["connector"] = object{}
				}
			})},
		{ID: "connector-created-from-null", Breaks: "creation-needs-connector", Says: "a connector is created from null as the object connector", Change: from(func(c any) bool { return c == nil })},
		{ID: "connector-created-from-a-list", Breaks: "creation-needs-connector", Says: "a connector is created from an empty list as the object connector", Change: from(func(c any) bool {
			list, is := c.([]any)
			return is && len(list) == 0
		})},
		{ID: "connector-created-from-a-text", Breaks: "creation-needs-connector", Says: "a connector is created from a text as the object connector", Change: from(func(c any) bool {
			_, is := c.(string)
			return is
		})},
		{ID: "connector-every-third-lost", Breaks: "connectors-are-created", With: []string{"connector-service-name-kept"}, Says: "every third connector is confirmed as created, and never found again", Change: lostEvery(3)},
		{ID: "connector-found-by-its-start", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"}, Says: "an update finds the connector whose service_name lacks the last letter of the one in the path", Change: foundByStart()},
	}
}

const configuration = "/data/configuration_fields/fields/*/"

var anotherName = what{"is another's", func(old any) any { return fmt.Sprint(old, "_2") }}

// labelBefore shows, in the responses of an operation, a connector's previous label.
func labelBefore(operation string) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var mu sync.Mutex
		labels := map[any][]any{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !edit.Is(r, connecting) && !edit.Is(r, reconnecting) && !edit.Is(r, publishing) {
				next.ServeHTTP(w, r)
				return
			}
			rec := edit.Record(next, r)
			body := rec.Body.Bytes()
			if edit.Succeeds(rec) {
				v := edit.Decode(body)
				data := v["data"].(object)
				mu.Lock()
				had := append(labels[data["service_name"]], data["label"])
				if n := len(had); n > 1 && had[n-2] == had[n-1] {
					had = had[:n-1]
				}
				labels[data["service_name"]] = had
				mu.Unlock()
				if edit.Is(r, operation) {
					data["label"] = had[max(0, len(had)-2)]
				}
				body = edit.Encode(v)
			}
			edit.Reply(w, rec, body)
		})
	}
}

// serviceNameShown changes the service_name that a creation shows.
func serviceNameShown(respell func(string) string) func(object, url.Values) {
	return func(body object, _ url.Values) {
		data := body["data"].(object)
		data["service_name"] = respell(data["service_name"].(string))
	}
}

// undoneAlone undoes, of each connector, every n-th successful update with a label and nothing else.
func undoneAlone(n int) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		alone := map[string]int{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !edit.Is(r, reconnecting) {
				lab.Shared(func() { next.ServeHTTP(w, r) })
				return
			}
			r = edit.Reread(r)
			sent, _ := edit.Decode(edit.BodyOf(r))["connector"].(object)
			isAlone := len(sent) == 1 && sent["label"] != nil
			mu.Lock()
			defer mu.Unlock()
			serve := lab.Shared
			if isAlone && (alone[r.URL.Path]+1)%n == 0 {
				serve = lab.Undone
			}
			serve(func() {
				rec := edit.Record(next, r)
				if isAlone && edit.Succeeds(rec) {
					alone[r.URL.Path]++
				}
				edit.Reply(w, rec, rec.Body.Bytes())
			})
		})
	}
}

// spreadByPrefix also gives a label that was sent to the connectors whose
// service_name begins with that of the path.
var spreadByPrefix = watched(func(*Lab) func(string, *exchange) {
	var made []string
	return func(operation string, x *exchange) {
		if !x.done() {
			return
		}
		if operation == connecting {
			made = append(made, x.data()["service_name"].(string))
			return
		}
		label := x.input("connector")["label"]
		for _, name := range made {
			if own := x.data()["service_name"].(string); label != nil && name != own && strings.HasPrefix(name, own) {
				x.send(http.MethodPatch, path.Join(path.Dir(x.r.URL.Path), name), object{"connector": object{"label": label}})
			}
		}
	}
}, connecting, reconnecting)

// fromNothing creates the sample if a client sent no connector.
func fromNothing() wrapper {
	var made atomic.Int64
	return edit.OnInput(connecting, func(body object, lab *Lab) {
		if _, ok := body["connector"]; ok {
			return
		}
		connector := maps.Clone(lab.TestData.Connector)
		connector["service_name"] = fmt.Sprintf("from_nothing_%d", made.Add(1))
		body["connector"] = connector
	})
}

// from makes a connector of a creation with something else as its connector.
func from(other func(connector any) bool) wrapper {
	var made atomic.Int64
	return edit.OnInput(connecting, func(body object, lab *Lab) {
		if c, ok := body["connector"]; ok && other(c) {
			connector := maps.Clone(lab.TestData.Connector)
			connector["service_name"] = fmt.Sprintf("from_another_%d", made.Add(1))
			body["connector"] = connector
		}
	})
}

// lostEvery gets every nth connector that is created lost: it is not found.
func lostEvery(n int) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		made, lost := 0, map[string]bool{} // by path
		return func(operation string, x *exchange) {
			switch at := strings.TrimSuffix(x.r.URL.Path, "/publish_to_organization"); {
			case operation == connecting && x.done():
				if made++; made%n == 0 {
					lost[connectorsPath+x.data()["service_name"].(string)] = true
				}
			case lost[at]:
				x.body, x.rec.Code = object{"status": "not_found"}, http.StatusNotFound
			}
		}
	}, connecting, reconnecting, publishing)
}

// foundByStart updates the connector whose service_name is the one in the path without
// its last letter, where that one is not known.
func foundByStart() wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		return edit.On(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			x := served(next, r)
			if shorter := strings.TrimRight(r.URL.Path, "abcdefghijklmnopqrstuvwxyz"); x.rec.Code == http.StatusNotFound && len(shorter) == len(r.URL.Path)-1 {
				x.rec = x.send(http.MethodPatch, shorter, x.sent)
				x.body = edit.Decode(x.rec.Body.Bytes())
			}
			x.respond(w)
		})(next, nil)
	}
}

// fallsBackToFirst gives a connector the label of its creation after the second new one.
var fallsBackToFirst = watched(func(*Lab) func(string, *exchange) {
	first, relabelled := map[string]any{}, map[string]int{} // by path
	return func(operation string, x *exchange) {
		at, label := x.r.URL.Path, x.input("connector")["label"]
		switch {
		case !x.done() || label == nil:
		case operation == connecting:
			first[connectorsPath+x.input("connector")["service_name"].(string)] = label
		default:
			if relabelled[at]++; relabelled[at] == 2 && first[at] != nil {
				x.send(http.MethodPatch, at, object{"connector": object{"label": first[at]}})
			}
		}
	}
}, connecting, reconnecting)

// notGivenAgain loses an update to a label that the connector had before its present one.
func notGivenAgain(next http.Handler, lab *Lab) http.Handler {
	had, last := map[string]map[any]bool{}, map[string]any{} // by path
	return undoneWhere(reconnecting, "connector", "label", func(path string, label any) bool {
		if had[path] == nil {
			had[path] = map[any]bool{}
		}
		again := had[path][label] && last[path] != label
		had[path][label], last[path] = true, label
		return again
	})(next, lab)
}
