package independent

import (
	"fmt"
	"net/http"
	"strings"
)

func lacks(v any, name string) bool {
	o, is := v.(map[string]any)
	_, has := o[name]
	return is && !has
}

// workspaceShows report whether the switches of a workspace do what they say.
var workspaceShows = map[string]func(c client) bool{
	"destination-patch-200":    func(c client) bool { return c.rename(mainDestination, "Ω").code == 200 },
	"no-destination-retrieval": func(c client) bool { return c.destination(mainDestination).code == 405 },
	"lagging-destination-retrieval": func(c client) bool {
		c.rename(mainDestination, "Ω")
		early := c.destination(mainDestination).get("data.name")
		c.clock.seconds.Add(1)
		return early != "Ω" && c.destination(mainDestination).get("data.name") == "Ω"
	},
	"slow-destination-retrieval": func(c client) bool {
		c.rename(mainDestination, "Ω")
		c.clock.seconds.Add(2)
		early := c.destination(mainDestination).get("data.name")
		c.clock.seconds.Add(1)
		return early != "Ω" && c.destination(mainDestination).get("data.name") == "Ω"
	},
	"late-destination-retrieval": func(c client) bool {
		c.rename(mainDestination, "Ω")
		c.clock.seconds.Add(60)
		return c.destination(mainDestination).get("data.name") != "Ω"
	},
	"lagging-destination-updates": func(c client) bool {
		nameless := func() any {
			return c.renameAs(workspaceToken, mainDestination, map[string]any{"type": "lagerhaus"}).get("data.name")
		}
		c.rename(mainDestination, "Ω")
		early := nameless()
		c.clock.seconds.Add(1)
		return early != "Ω" && nameless() == "Ω"
	},
	"late-destination-names": func(c client) bool {
		own := c.rename(mainDestination, "Ω").get("data.name")
		early := c.destination(mainDestination).get("data.name")
		c.clock.seconds.Add(1)
		return own != "Ω" && early == own && c.destination(mainDestination).get("data.name") == "Ω"
	},
	"lean-destination-retrieval": func(c client) bool { return lacks(c.destination(mainDestination).get("data"), "objects") },
	"destination-patch-whole":    func(c client) bool { return c.rename(mainDestination, "Ω").code == 422 },
	"destination-patch-replaces": func(c client) bool {
		return c.renameAs(workspaceToken, mainDestination, map[string]any{"type": "lagerhaus"}).get("data.name") == ""
	},
	"destination-retested": func(c client) bool {
		return strings.HasPrefix(fmt.Sprint(c.rename(mainDestination, "Ω").get("data.last_tested_at")), "2026")
	},
	"untested-destination": func(c client) bool {
		return strings.Contains(c.rename(mainDestination, "Ω").text, `"last_tested_at":null`)
	},
	"untested-destination-absent": func(c client) bool { return lacks(c.rename(mainDestination, "Ω").get("data"), "last_tested_at") },
	"destination-type-shown":      func(c client) bool { return c.rename(mainDestination, "Ω").get("data.type") != nil },
	"list-members-in-list-only":   func(c client) bool { return lacks(c.rename(mainDestination, "Ω").get("data.objects.0"), "data") },
	"custom-field-types-absent": func(c client) bool {
		return lacks(c.objects(manyDestination, "").get("data.1"), "supported_custom_field_types")
	},
	"null-lookups": func(c client) bool {
		return strings.Contains(c.objects(manyDestination, "").text, `"lookup_object":null`)
	},
	"updates-change-objects": func(c client) bool {
		shown := c.rename(mainDestination, "Ω").get("data.objects.0.label")
		early := c.objects(mainDestination, "").get("data.0.label")
		c.clock.seconds.Add(1)
		return early != shown && c.objects(mainDestination, "").get("data.0.label") == shown
	},
	"computed-defaults": func(c client) bool {
		before := c.objects(manyDestination, "").text
		c.clock.seconds.Add(1)
		return c.objects(manyDestination, "").text != before
	},
	"live-lists": func(c client) bool {
		once, again := c.objects(manyDestination, "per_page=1"), c.objects(manyDestination, "per_page=1")
		return once.text != again.text
	},
	"bare-objects":            func(c client) bool { return strings.Count(c.objects(manyDestination, "").text, `"fields":[]`) == 25 },
	"one-page-of-objects":     func(c client) bool { return len(c.objects(manyDestination, "").rows()) == 12 },
	"objects-by-name":         func(c client) bool { return c.objects(manyDestination, "").fullNames()[1] == "11/Tbl 10100.é" },
	"objects-follow-order":    func(c client) bool { return c.objects(manyDestination, "order=asc").fullNames()[0] != "11/Tbl 0.é" },
	"objects-clamp-over-100":  func(c client) bool { return len(c.objects(manyDestination, "per_page=101").rows()) == 100 },
	"objects-refuse-over-100": func(c client) bool { return c.objects(manyDestination, "per_page=101").code == 422 },
	"objects-last-page-one":   func(c client) bool { return c.objects(bareDestination, "").get("pagination.last_page") == 1.0 },

	"connector-create-refused": func(c client) bool { return c.makeConnector("a").code == 422 },
	"publish-one-alone": func(c client) bool {
		return c.publish(firstConnector).code == 409 && c.publish(spareConnector).code == 200
	},
	"publish-forbidden": func(c client) bool { return c.publish(spareConnector).code == 403 },
	"update-after-publish-accepted": func(c client) bool {
		c.publish(firstConnector)
		return c.changeConnector(firstConnector, map[string]any{}).code == 200
	},
	"republish-accepted":            func(c client) bool { c.publish(spareConnector); return c.publish(spareConnector).code == 200 },
	"connector-service-name-needed": func(c client) bool { return c.makeConnector("").code == 422 },
	"connector-needs-nothing": func(c client) bool {
		return c.connectorAs(workspaceToken, "POST", "", map[string]any{}).code == 200
	},
	"connector-patch-whole": func(c client) bool {
		return c.changeConnector(firstConnector, map[string]any{"label": "L"}).code == 422
	},
	"connector-patch-replaces": func(c client) bool {
		return c.changeConnector(firstConnector, map[string]any{"icon_url": ""}).get("data.label") == firstConnector
	},
	"connector-known-types-only": func(c client) bool {
		unlisted := map[string]any{"configuration_definition": map[string]any{"a": map[string]any{"type": "unlisted"}}}
		return c.changeConnector(firstConnector, unlisted).code == 422
	},
	"update-creates-connector": func(c client) bool {
		made := c.changeConnector("a", map[string]any{"label": "A"})
		theirs := c.connectorAs(otherWorkspaceToken, "PATCH", "/a", map[string]any{"label": "B"})
		ours := c.changeConnector("a", map[string]any{})
		return made.get("data.label") == "A" && theirs.get("data.label") == "B" && ours.get("data.label") == "A"
	},
	"late-connectors": func(c client) bool {
		c.makeConnector("a")
		early := c.changeConnector("a", map[string]any{}).get("status")
		c.clock.seconds.Add(2)
		return early == "not_found" && c.publish("a").code == 200 && c.changeConnector("a", map[string]any{}).get("status") != "not_found"
	},
	"empty-configuration-fields": func(c client) bool { return strings.Contains(c.makeConnector("a").text, `"fields":[]`) },

	"topics-200":          func(c client) bool { return c.topics(TopicsSource, "").code == 200 },
	"topics-paged":        func(c client) bool { return len(c.topics(TopicsSource, "page=2").rows()) == 6 },
	"topics-newest-first": func(c client) bool { return c.topics(TopicsSource, "").get("data.0.name") != "tema.00/é" },
	"topics-405-elsewhere": func(c client) bool {
		return c.topics(sourceID, "").code == 405 && c.topics(quietSource, "").code == 203
	},
	"topics-404-elsewhere": func(c client) bool {
		return c.topics(sourceID, "").code == 404 && c.topics(quietSource, "").code == 203
	},
	"no-topics": func(c client) bool { return len(c.topics(TopicsSource, "").rows()) == 0 },

	"links-short": func(c client) bool {
		l := c.newLink()
		early := c.open(l).code
		c.clock.seconds.Add(2)
		return early == 200 && c.open(l).code == 403
	},
	"link-anew": func(c client) bool {
		l := c.newLink()
		segment, _ := l.get("data.segment_id").(float64)
		return c.link(int64(segment)).get("data.id") != l.get("data.id") && c.open(l).code == 200
	},
	"link-on-any-segment": func(c client) bool { return c.link(77).get("data.segment_id") == 77.0 },
	"link-uri-unlisted-path": func(c client) bool {
		l := c.newLink()
		return strings.Contains(fmt.Sprint(l.get("data.uri")), "other.example%3A8443") && c.open(l).code == 200
	},
	"link-redirect-needed":   func(c client) bool { return c.linkOn(`{}`).code == 422 },
	"link-redirect-web-only": func(c client) bool { return c.linkOn(`{"redirect_uri":"app:back"}`).code == 422 },
	"expired-link-404":       func(c client) bool { return c.expired().code == 404 },
	"expired-link-redirect":  func(c client) bool { return c.expired().code == http.StatusFound },
}

func (c client) linkOn(body string) response {
	c.t.Helper()
	id, _ := c.create().get("data.id").(float64)
	return c.linkAs(workspaceToken, int64(id), body)
}

func (c client) expired() response {
	c.t.Helper()
	l := c.newLink()
	c.clock.seconds.Add(3600)
	return c.open(l)
}
