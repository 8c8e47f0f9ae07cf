package mutant

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const patched = spec.UpdateDestination

func destinations() []Mutant {
	return []Mutant{
		spoilt(patched, "update-status-success", "updated-destination-status", "/status", becomes("success")),
		spoilt(patched, "update-status-error", "updated-destination-status", "/status", becomes("error")),
		spoilt(patched, "update-status-missing", "updated-destination-status", "/status", missing),
		{ID: "destination-update-of-nothing-empty", Breaks: "bodies-are-json", Says: "an update of a destination with the name that it has gets no body",
			Change: emptyWhereNothingChanges(patched, "service_connection", "name", http.StatusOK)},
		{ID: "update-data-beside-status", Breaks: "updated-destination-data", Says: "the destination's members stand beside status, not in data", Change: flattened(patched)},
		spoilt(patched, "update-data-null", "updated-destination-data", "/data", becomes(nil)),
		{ID: "update-data-in-a-list", Breaks: "updated-destination-data", Says: "data is a list of one destination",
			Change: edit.OnBody(patched, func(body object, _ url.Values) { body["data"] = []any{body["data"]} })},
		{ID: "updates-not-found-at-times", Breaks: "destinations-are-updated", Says: "every fourth update gets HTTP 404", Change: turnsAwayNth(4, patched, http.StatusNotFound)},
		{ID: "update-fails", Breaks: "destinations-are-updated", Says: "an update gets HTTP 500", Change: edit.Always(patched, http.StatusInternalServerError)},
		{ID: "update-resets", Breaks: "destinations-are-updated", Says: "an update breaks off the connection", Change: edit.Resets(patched)},
		{ID: "update-no-content", Breaks: "bodies-are-json", Says: "an update gets HTTP 204 and no body",
			Change: edit.On(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				rec := edit.Record(next, r)
				body := rec.Body.Bytes()
				if edit.Succeeds(rec) {
					rec.Code, body = http.StatusNoContent, nil
				}
				edit.Reply(w, rec, body)
			})},
		{ID: "update-empty-body", Breaks: "bodies-are-json", Says: "an update's success has no body", Change: edit.OnBytes(patched, func([]byte) []byte { return nil })},
		{ID: "update-cut-off", Breaks: "bodies-are-json", Says: "an update's success lacks its last byte",
			Change: edit.OnBytes(patched, func(b []byte) []byte { return b[:len(b)-1] })},

		{ID: "update-not-kept", Breaks: "destination-name-kept", Says: "the response shows the new name, which is gone at once", Change: undone(patched)},
		{ID: "update-later-not-kept", Breaks: "destination-name-kept", Says: "a destination keeps its first new name forever", Change: undoneLater(patched)},
		{ID: "update-every-second-not-kept", Breaks: "destination-name-kept", Says: "every second new name of a destination is confirmed and lost",
			Change: undoneEvery(2, patched, "service_connection", "name")},
		{ID: "update-every-second-request-not-kept", Breaks: "destination-name-kept", Says: "what every second update of a destination sends is confirmed and lost, with a name and without",
			Change: undoneEvery(2, patched, "service_connection", "type")},
		{ID: "update-every-third-not-kept", Breaks: "destination-name-kept", Says: "every third new name of a destination is confirmed and lost",
			Change: undoneEvery(3, patched, "service_connection", "name")},
		{ID: "update-of-case-alone-not-kept", Breaks: "destination-name-kept", Says: "a new name that is the old one in other case is confirmed and lost", Change: undoneInOtherCase},
		{ID: "update-shows-the-old-name", Breaks: "destination-name-kept", Says: "the response shows the name from before; the new one is kept",
			Change: edit.On(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				before := edit.DestinationName(next, r)
				edit.OnBody(patched, func(body object, _ url.Values) { body["data"].(object)["name"] = before })(next, nil).ServeHTTP(w, r)
			})},
		{ID: "update-ignores-the-name", Breaks: "destination-name-kept", Says: "a destination keeps the name from before, and the response shows it",
			Change: edit.On(patched, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				before := edit.DestinationName(next, r)
				edit.OnInput(patched, func(body object, _ *Lab) {
					if connection, ok := body["service_connection"].(object); ok && before != nil {
						connection["name"] = before
					}
				})(next, nil).ServeHTTP(w, r)
			})},
		spoilt(patched, "update-answers-another-id", "destination-named-by-its-id", "/data/id", nextOne),
		{ID: "update-goes-astray", Breaks: "destination-named-by-its-id", Says: "the update of an unknown destination updates another",
			Change: astray(patched, func(l *Lab) string { return strconv.FormatInt(l.TestData.DestinationID, 10) })},

		spoilt(patched, "destination-id-in-words", "destination-id", "/data/id", inWords),
		spoilt(patched, "destination-id-missing", "destination-id", "/data/id", missing),
		spoilt(patched, "destination-id-fraction", "destination-id", "/data/id", fraction).Also("destination-named-by-its-id"),
		spoilt(patched, "destination-name-missing", "destination-name", "/data/name", missing),
		spoilt(patched, "destination-name-null", "destination-name", "/data/name", becomes(nil)),
		spoilt(patched, "destination-created-at-in-words", "destination-created-at", "/data/created_at", becomes("20 November 2023")),
		spoilt(patched, "destination-created-at-null", "destination-created-at", "/data/created_at", becomes(nil)),
		spoilt(patched, "destination-steps-missing", "destination-last-test-results", "/data/last_test_results/steps", missing),
		spoilt(patched, "destination-step-unnamed", "destination-last-test-results", "/data/last_test_results/steps/*/step", missing),
		spoilt(patched, "destination-step-status-a-number", "destination-last-test-results", "/data/last_test_results/steps/*/status", becomes(1)),
		spoilt(patched, "destination-step-error-in-words", "destination-last-test-results", "/data/last_test_results/steps/*/error", becomes("timed out")),
		spoilt(patched, "destination-step-error-without-message", "destination-last-test-results", "/data/last_test_results/steps/*/error", becomes(object{"code": 7})),
		spoilt(patched, "destination-test-succeeded-in-words", "destination-last-test-succeeded", "/data/last_test_succeeded", becomes("yes")),
		spoilt(patched, "destination-tested-yesterday", "destination-last-tested-at", "/data/last_tested_at", becomes("yesterday")),
		spoilt(patched, "destination-tested-in-seconds", "destination-last-tested-at", "/data/last_tested_at", becomes(1714556400)),
		spoilt(patched, "destination-details-missing", "destination-connection-details", "/data/connection_details", missing),
		{ID: "destination-account-of-another-at-times", Breaks: "destination-connection-details", Says: "every third update shows another account_id",
			Change: eachNth(3, patched, func(body object, _ url.Values) {
				body["data"].(object)["connection_details"].(object)["account_id"] = "000"
			})},
		spoilt(patched, "destination-detail-a-number", "destination-connection-details", "/data/connection_details/*", becomes(20417)),
		spoilt(patched, "destination-objects-missing", "destination-objects", "/data/objects", missing),
		spoilt(patched, "destination-objects-counted", "destination-objects", "/data/objects", becomes(4)),
		spoilt(patched, "destination-object-a-name", "destination-objects", "/data/objects/*", becomes("contact_list")),
	}
}

// undoneInOtherCase undoes a renaming that changes only the case.
var undoneInOtherCase = wrapper(func(next http.Handler, lab *Lab) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve := lab.Shared
		if edit.Is(r, patched) {
			r = edit.Reread(r)
			sent, _ := edit.Decode(edit.BodyOf(r))["service_connection"].(object)
			before, _ := edit.DestinationName(next, r).(string)
			if name, _ := sent["name"].(string); name != before && strings.EqualFold(name, before) {
				serve = lab.Undone
			}
		}
		serve(func() { next.ServeHTTP(w, r) })
	})
})
