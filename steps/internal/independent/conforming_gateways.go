package independent

import (
	"net/http"
	"time"
)

// gatewayVariation is a row about what stands in front of the server.
func gatewayVariation(id, says string, before func() gateway) variation {
	return variation{Switch{ID: id, Says: says}, func(c *choices) { c.gateways = append(c.gateways, before) }}
}

func soon() string { return "0" }

func nowAsDate() string { return time.Now().UTC().Format(http.TimeFormat) }

// gatewayVariations are conforming: the document says nothing of how busy a deployment is,
// of two writes at once, or of what it does with what it does not know.
var gatewayVariations = []variation{
	gatewayVariation("busy-503", "every 6th request gets HTTP 503 with Retry-After: 0", func() gateway { return busy(6, http.StatusServiceUnavailable, soon) }),
	gatewayVariation("busy-503-date", "every 5th request gets HTTP 503 with a date in Retry-After", func() gateway { return busy(5, http.StatusServiceUnavailable, nowAsDate) }),
	gatewayVariation("busy-429-date", "every 4th request gets HTTP 429 with a date in Retry-After", func() gateway { return busy(4, http.StatusTooManyRequests, nowAsDate) }),
	gatewayVariation("busy-source", "every second reading of a source URL gets HTTP 429", func() gateway { return toJob.throttled() }),
	gatewayVariation("one-segment-at-a-time", "the creation of a segment gets HTTP 409 while another one is under way", func() gateway { return toSegments.oneAtATime(http.StatusConflict) }),
	gatewayVariation("one-link-at-a-time", "the creation of a link gets HTTP 423 while another one is under way", func() gateway { return toLinks.oneAtATime(http.StatusLocked) }),
	gatewayVariation("one-connector-at-a-time", "the creation and update of a connector gets HTTP 409 while another one is under way", func() gateway {
		return gateways(toConnectors.oneAtATime(http.StatusConflict), toConnector.oneAtATime(http.StatusConflict), toPublishing.oneAtATime(http.StatusConflict))
	}),
	gatewayVariation("one-connector-at-a-time-503", "the creation of a connector gets HTTP 503 with Retry-After while another one is under way", func() gateway { return toConnectors.oneAtATime(http.StatusServiceUnavailable) }),
	gatewayVariation("update-shows-some-objects", "an update of a destination shows the first three of its objects", func() gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 3 {
				dataOf(doc)["objects"] = objects[:3]
			}
		})
	}),
	gatewayVariation("unknown-parameters-rejected", "a list with a parameter that the document does not know gets HTTP 400", func() gateway {
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
