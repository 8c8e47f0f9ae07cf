package independent

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// afterLens returns a link's uri without its base and fragment, as it is requested.
func afterLens(uri string) string {
	_, path, _ := strings.Cut(uri, "/lens/")
	path, _, _ = strings.Cut(path, "#")
	return path
}

func converseMore(base string, g TestData, segment map[string]any) error {
	id, _ := segment["data"].(map[string]any)["id"].(float64)
	path := fmt.Sprintf("%s/api/v1/sources/%d/filter_segments/%.0f/segment_management_links", base, g.SourceID, id)
	made, err := fetch("POST", path, g.WorkspaceToken, marshal(map[string]any{"redirect_uri": g.RedirectURI}))
	if err != nil {
		return err
	}
	uri, _ := made["data"].(map[string]any)["uri"].(string)
	resp, err := http.Get(uri)
	if err != nil || resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusTooManyRequests {
		return fmt.Errorf("opening %s: %v %v", uri, resp, err)
	}
	resp.Body.Close()
	path = fmt.Sprintf("%s/api/v1/destinations/%d", base, g.DestinationID)
	if _, err = fetch("PATCH", path, g.WorkspaceToken, `{"service_connection":{"name":"again"}}`); err != nil {
		return err
	}
	_, err = fetch("PATCH", base+"/api/v1/connectors/"+g.ConnectorServiceName, g.WorkspaceToken, `{"connector":{"label":"again"}}`)
	return err
}

// objectsUnder returns how many objects there are under a switch.
func objectsUnder(id string) int {
	if id == "one-page-of-objects" {
		return 12
	}
	return 131
}

// walkObjects reads all objects, page by page, and expects each once.
func walkObjects(c client, total int) {
	c.t.Helper()
	whole := []string{}
	for page := 1; (page-1)*100 < total; page++ {
		whole = append(whole, c.objects(manyDestination, fmt.Sprint("per_page=100&page=", page)).fullNames()...)
	}
	for _, perPage := range []int{25, 50} {
		var names []string
		for page := 1; (page-1)*perPage < total; page++ {
			a := c.objects(manyDestination, fmt.Sprintf("page=%d&per_page=%d", page, perPage))
			equal(c.t, "total", a.get("pagination.total_records"), total)
			names = append(names, a.fullNames()...)
		}
		if !slices.Equal(names, whole) {
			c.t.Errorf("by %d the objects are others than by 100", perPage)
		}
	}
	slices.Sort(whole)
	equal(c.t, "objects", len(slices.Compact(whole)), total)
}

func TestDefaultWorkspaceOperations(t *testing.T) {
	c := serve(t)
	renamed := c.rename(mainDestination, "Ω")
	equal(t, "update", renamed.code, 202)
	equal(t, "update", renamed.get("status"), "updated")
	equal(t, "name", c.destination(mainDestination).get("data.name"), "Ω")
	equal(t, "objects of PATCH and list", fmt.Sprint(renamed.get("data.objects")), fmt.Sprint(c.objects(mainDestination, "").get("data")))
	equal(t, "back", c.renameAs(workspaceToken, mainDestination, c.s.TestData().ServiceConnection).get("data.name"), "Depósito nº 4 / norte")
	equal(t, "empty list", c.objects(bareDestination, "").get("pagination.last_page"), 0)

	made := c.makeConnector("mine-2026_a")
	equal(t, "creation", made.code, 200)
	equal(t, "label", made.get("data.label"), c.s.TestData().Connector["label"])
	equal(t, "relabelled", c.changeConnector("mine-2026_a", map[string]any{"label": "L"}).get("data.label"), "L")
	equal(t, "kept", c.publish("mine-2026_a").get("data.label"), "L")
	equal(t, "after publishing", c.changeConnector("mine-2026_a", map[string]any{"label": "M"}).code, 403)
	equal(t, "again", c.publish("mine-2026_a").code, 422)
	equal(t, "of the other workspace", c.connectorAs(otherWorkspaceToken, "POST", "", sampleConnector()).code, 200)
	if text := c.makeConnector("b").text; strings.Contains(text, "secret-21") || strings.Contains(text, "header-key") {
		t.Error("a secret is shown")
	}

	equal(t, "topics", c.topics(TopicsSource, "").code, 203)
	equal(t, "topics", len(c.topics(TopicsSource, "per_page=2").rows()), usualTopics)
	for _, source := range []int64{quietSource, sourceID} {
		equal(t, "no topics", c.topics(source, "").get("pagination.total_records"), 0)
	}

	l := c.newLink()
	equal(t, "link", l.code, 201)
	equal(t, "redirect_uri", l.get("data.redirect_uri"), c.s.TestData().RedirectURI)
	segment, _ := l.get("data.segment_id").(float64)
	again := c.linkAs(workspaceToken, int64(segment), "")
	equal(t, "the same link", again.get("data.uri"), l.get("data.uri"))
	equal(t, "no redirect_uri", again.get("data.redirect_uri"), "")
	equal(t, "open", c.open(l).code, 200)
	c.clock.seconds.Add(45*60 - 1)
	equal(t, "still open", c.open(l).code, 200)
	c.clock.seconds.Add(1)
	equal(t, "expired", c.open(l).code, 403)
	if c.link(int64(segment)).get("data.uri") == l.get("data.uri") {
		t.Error("an expired link is given out again")
	}
}

func TestDefaultWorkspaceRejectsInvalidRequests(t *testing.T) {
	c := serve(t)
	c.makeConnector("taken")
	send := func(method, path, body string) response { return c.send(method, "/api/v1/"+path, workspaceToken, body) }
	responses := []response{
		c.rename(77, "x"), c.objects(77, ""), c.changeConnector("nowhere", map[string]any{}), c.publish("nowhere"),
		c.topics(77, ""), c.link(77), c.linkAs(workspaceToken, firstSegment, "{"),
		send("PATCH", fmt.Sprint("destinations/", mainDestination), `{"name":"flat"}`),
		send("POST", "connectors", "{}"), send("POST", "connectors", ""), send("POST", "connectors", `{"connector":{}}`),
		send("PATCH", "connectors/taken", `{"label":"flat"}`), c.makeConnector("taken"),
		c.changeConnector("taken", map[string]any{"service_name": "other"}),
	}
	for i, token := range badTokens {
		responses = append(responses,
			c.renameAs(token, mainDestination, map[string]any{"name": "x"}),
			c.send("GET", fmt.Sprintf("/api/v1/destinations/%d/objects", manyDestination), token, ""),
			c.connectorAs(token, "PATCH", "/taken", map[string]any{"label": "x"}),
			c.send("PUT", "/api/v1/connectors/taken/publish_to_organization", token, ""),
			c.send("GET", fmt.Sprintf("/api/v1/sources/%d/topics", TopicsSource), token, ""),
			c.linkAs(token, firstSegment+104_729, "{}"))
		if token != otherWorkspaceToken {
			responses = append(responses, c.connectorAs(token, "POST", "", map[string]any{"label": "x", "data": map[string]any{}, "service_name": fmt.Sprint(i)}))
		}
	}
	for i, a := range responses {
		if a.code < 400 || a.code > 499 || a.get("errors.0") == nil || a.get("data") != nil {
			t.Errorf("rejection %d: HTTP %d %s", i, a.code, a.text)
		}
	}
	equal(t, "name", c.destination(mainDestination).get("data.name"), sampleConnection()["name"])
	equal(t, "label", c.publish("taken").get("data.label"), sampleConnector()["label"])
}

// afterRenaming is the name in the response to a renaming to Ω, and in a later one.
func afterRenaming(c client) (first, later any) {
	a := c.rename(mainDestination, "Ω")
	return a.get("data.name"), c.destination(mainDestination).get("data.name")
}

// afterRelabelling is the label in the response to a relabelling of the connector a to L, and in
// that to a later update of another member.
func afterRelabelling(c client) (first, later any) {
	c.makeConnector("a")
	a := c.changeConnector("a", map[string]any{"label": "L"})
	return a.get("data.label"), c.changeConnector("a", map[string]any{"icon_url": ""}).get("data.label")
}

// TestDestinationViolations checks what violations say that store destinations wrongly or
// show other objects.
func TestDestinationViolations(t *testing.T) {
	doWhatTheySay(t, map[string]func(c client) bool{
		"destination-earlier-name-not-kept": func(c client) bool {
			old := c.destination(mainDestination).get("data.name").(string)
			c.rename(mainDestination, "Ω")
			return c.rename(mainDestination, old).get("data.name") == old && c.destination(mainDestination).get("data.name") == "Ω"
		},
		"destination-later-name-not-kept": func(c client) bool {
			c.rename(mainDestination, "Ω")
			return c.rename(mainDestination, "Ψ").get("data.name") == "Ψ" && c.destination(mainDestination).get("data.name") == "Ω"
		},
		"destination-every-second-name-not-kept": func(c client) bool {
			_, first := afterRenaming(c)
			return first == "Ω" && c.rename(mainDestination, "Ψ").get("data.name") == "Ψ" && c.destination(mainDestination).get("data.name") == "Ω"
		},
		"destination-every-third-name-not-kept": func(c client) bool {
			afterRenaming(c)
			c.rename(mainDestination, "Ψ")
			return c.rename(mainDestination, "Φ").get("data.name") == "Φ" && c.destination(mainDestination).get("data.name") == "Ψ"
		},
		"destination-name-not-kept":      func(c client) bool { first, later := afterRenaming(c); return first == "Ω" && later != "Ω" },
		"destination-answers-old-name":   func(c client) bool { first, later := afterRenaming(c); return first != "Ω" && later == "Ω" },
		"destination-unknown-updated":    func(c client) bool { return c.rename(77, "x").code == 202 },
		"objects-of-unknown-destination": func(c client) bool { return len(c.objects(77, "").rows()) == 25 },
		"objects-of-another-destination": func(c client) bool { return len(c.objects(mainDestination, "").rows()) == 25 },
		"objects-of-empty-destination":   func(c client) bool { return len(c.objects(bareDestination, "").rows()) == 25 },
		"destination-update-done-without-token": func(c client) bool {
			a := c.renameAs("", mainDestination, map[string]any{"name": "Ω"})
			return a.code == 401 && a.text == "" && c.destination(mainDestination).get("data.name") == "Ω"
		},
		"objects-cap-ignored": func(c client) bool { return len(c.objects(manyDestination, "per_page=150").rows()) == 131 },
		"objects-sorted-in-place": func(c client) bool {
			first := c.objects(manyDestination, "").fullNames()[0]
			turned := c.objects(manyDestination, "order=asc").fullNames()[0]
			return first != turned && c.objects(manyDestination, "").fullNames()[0] == turned
		},
		"objects-default-asc": func(c client) bool {
			plain, asc, desc := c.objects(manyDestination, ""), c.objects(manyDestination, "order=asc"), c.objects(manyDestination, "order=desc")
			return plain.fullNames()[0] == asc.fullNames()[0] && plain.fullNames()[0] != desc.fullNames()[0]
		},
		"objects-shuffled": func(c client) bool {
			return slices.Contains(c.objects(manyDestination, "").fullNames(), c.objects(manyDestination, "page=6").fullNames()[5])
		},
	})
}

// TestConnectorViolations checks what violations say that store connectors wrongly.
func TestConnectorViolations(t *testing.T) {
	old := sampleConnector()["label"]
	doWhatTheySay(t, map[string]func(c client) bool{
		"connector-update-done-revoked-token": func(c client) bool {
			c.makeConnector("a")
			a := c.connectorAs(revokedToken, "PATCH", "/a", map[string]any{"label": "L"})
			return a.code == 401 && c.publish("a").get("data.label") == "L"
		},
		"connector-label-not-kept": func(c client) bool { first, later := afterRelabelling(c); return first == "L" && later == old },
		"connector-later-label-not-kept": func(c client) bool {
			_, first := afterRelabelling(c)
			a := c.changeConnector("a", map[string]any{"label": "M"})
			return first == "L" && a.get("data.label") == "M" && c.publish("a").get("data.label") == "L"
		},
		"connector-every-second-label-not-kept": func(c client) bool {
			c.makeConnector("a")
			c.changeConnector("a", map[string]any{"label": "L"})
			return c.changeConnector("a", map[string]any{"label": "M"}).get("data.label") == "M" && c.publish("a").get("data.label") == "L"
		},
		"connector-every-third-label-not-kept": func(c client) bool {
			afterRelabelling(c)
			return c.changeConnector("a", map[string]any{"label": "M"}).get("data.label") == "M" && c.publish("a").get("data.label") == "L"
		},
		"connector-update-answers-old-label": func(c client) bool { first, later := afterRelabelling(c); return first == old && later == "L" },
		"publish-answers-old-label":          func(c client) bool { afterRelabelling(c); return c.publish("a").get("data.label") == old },
		"publish-answers-service-name":       func(c client) bool { c.makeConnector("a"); return c.publish("a").get("data.label") == "a" },
		"connector-create-answers-lower-case": func(c client) bool {
			return c.makeConnector("aB").get("data.service_name") == "ab" && c.publish("ab").code == 410 && c.publish("aB").code == 200
		},
		"connector-create-answers-64-characters": func(c client) bool {
			long := strings.Repeat("n", 65)
			return c.makeConnector(long).get("data.service_name") == long[:64] && c.publish(long).code == 200
		},
		"connector-update-relabels-those-named-after": func(c client) bool {
			c.makeConnector("a")
			c.makeConnector("ab")
			c.makeConnector("b")
			c.changeConnector("a", map[string]any{"label": "L"})
			return c.publish("ab").get("data.label") == "L" && c.publish("b").get("data.label") == old
		},
		"connector-service-name-not-kept": func(c client) bool {
			return c.makeConnector("a").get("data.service_name") == "a" && c.publish("a").code == 410
		},
		"connector-created-without-connector": func(c client) bool { return c.send("POST", "/api/v1/connectors", workspaceToken, "{}").code == 200 },
		"connector-updated-without-connector": func(c client) bool {
			return c.send("PATCH", "/api/v1/connectors/"+firstConnector, workspaceToken, `{"label":"flat"}`).get("data.label") == "flat"
		},
		"connector-unknown-updated":   func(c client) bool { return c.changeConnector("nowhere", map[string]any{"label": "L"}).code == 200 },
		"connector-unknown-published": func(c client) bool { return c.publish("nowhere").code == 200 },
		"publish-500":                 func(c client) bool { return c.publish(spareConnector).code == 500 && c.makeConnector("a").code == 200 },
	})
}

// TestTopicAndLinkViolations checks what violations say that show other topics or wrong links.
func TestTopicAndLinkViolations(t *testing.T) {
	doWhatTheySay(t, map[string]func(c client) bool{
		"topics-of-unknown-source": func(c client) bool { return len(c.topics(77, "").rows()) > 0 },
		"topics-of-empty-source":   func(c client) bool { return len(c.topics(quietSource, "").rows()) > 0 },
		"topics-created-at-now": func(c client) bool {
			first, again := c.topics(TopicsSource, "").rows()[0], c.topics(TopicsSource, "").rows()[0]
			return first["id"] == again["id"] && first["created_at"] != again["created_at"]
		},
		"link-unknown-segment-anothers": func(c client) bool { c.create(); return c.link(77).code == 201 },
		"link-without-auth":             func(c client) bool { return !strings.Contains(fmt.Sprint(c.newLink().get("data.uri")), "auth") },
		"link-without-auth-back-to-query": func(c client) bool {
			a := c.newLink()
			id, _ := a.get("data.segment_id").(float64)
			plain := c.linkAs(workspaceToken, int64(id), `{"redirect_uri": "https://a.invalid/b"}`)
			return !strings.Contains(fmt.Sprint(a.get("data.uri")), "auth") && strings.Contains(fmt.Sprint(plain.get("data.uri")), "auth")
		},
		"link-without-auth-back-to-fragment": func(c client) bool {
			a := c.newLink()
			id, _ := a.get("data.segment_id").(float64)
			to := c.linkAs(workspaceToken, int64(id), `{"redirect_uri": "https://a.invalid/b#top"}`)
			return strings.Contains(fmt.Sprint(a.get("data.uri")), "auth") && !strings.Contains(fmt.Sprint(to.get("data.uri")), "auth")
		},
		"link-uri-relative":  func(c client) bool { return strings.HasPrefix(fmt.Sprint(c.newLink().get("data.uri")), "/lens/") },
		"expired-link-opens": func(c client) bool { l := c.newLink(); c.clock.seconds.Add(3600); return c.open(l).code == 200 },
	})
}
