package independent

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// sendAs sends a request whose header is set by hand.
func (c client) sendAs(method, path, body string, header map[string]string) response {
	c.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for name, v := range header {
		r.Header.Set(name, v)
	}
	w := httptest.NewRecorder()
	c.s.ServeHTTP(w, r)
	text := w.Body.String()
	return response{w.Code, w.Header(), text, sync.OnceValue(func() map[string]any { return decode(text) })}
}

// places sends for each operation the right token in wrong places, and words in
// place of the token.
func (c client) places() (said []response) {
	c.makeConnector("p")
	id, _ := c.create().get("data.id").(float64)
	segment := marshal(map[string]any{"name": "s", "molecules": []any{c.s.TestData().AtomicMolecule}, "dataset_id": datasetID})
	for _, to := range []struct{ method, path, token, body string }{
		{"GET", "/api/v1/invitations", personalToken, ""},
		{"GET", fmt.Sprintf("/api/v1/destinations/%d/objects", manyDestination), workspaceToken, ""},
		{"GET", fmt.Sprintf("/api/v1/sources/%d/topics", TopicsSource), workspaceToken, ""},
		{"PATCH", fmt.Sprint("/api/v1/destinations/", mainDestination), workspaceToken, `{"service_connection": {"name": "w"}}`},
		{"POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments", sourceID), workspaceToken, segment},
		{"POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d/segment_management_links", sourceID, int64(id)), workspaceToken, "{}"},
		{"PATCH", "/api/v1/connectors/p", workspaceToken, `{"connector": {"label": "w"}}`},
		{"PUT", "/api/v1/connectors/p/publish_to_organization", workspaceToken, ""},
	} {
		for _, scheme := range []string{"", "Token ", "ApiKey ", "Basic ", "Bearer Bearer "} {
			said = append(said, c.sendAs(to.method, to.path, to.body, map[string]string{"Authorization": scheme + to.token}))
		}
		for _, word := range []string{"null", "undefined", inOtherCase(to.token), "another, Bearer " + to.token} {
			said = append(said, c.send(to.method, to.path, word, to.body))
		}
		for _, name := range []string{"access_token", "token"} {
			said = append(said, c.sendAs(to.method, to.path+"?"+name+"="+strings.ReplaceAll(to.token, "+", "%2B"), to.body, nil))
		}
		for _, name := range []string{"X-Api-Key", "X-Auth-Token"} {
			said = append(said, c.sendAs(to.method, to.path, to.body, map[string]string{name: to.token}))
		}
		said = append(said, c.sendAs(to.method, to.path, to.body, map[string]string{"Cookie": "lang=de; access_token=" + to.token}))
	}
	said = append(said, c.createAs(workspaceToken, map[string]any{"molecules": []any{}, "dataset_id": nil}))
	said = append(said, c.makeWithTokenInBody("q"), c.sendAs("GET", "/api/v1/invitations", "", map[string]string{"Cookie": "visit=d41"}))
	said = append(said, c.renameAs(otherWorkspaceToken, mainDestination, map[string]any{"type": "warehouse"}))
	for _, q := range []string{"page=2", "order=asc"} {
		said = append(said, c.sendAs("GET", fmt.Sprintf("/api/v1/destinations/%d/objects?%s", manyDestination, q), "", map[string]string{"Authorization": "Bearer "}))
		for _, token := range []string{otherWorkspaceToken, personalToken, workspaceToken} {
			said = append(said, c.send("GET", fmt.Sprintf("/api/v1/destinations/%d/objects?%s", manyDestination, q), token, ""), c.send("GET", "/api/v1/invitations?"+q, token, ""))
		}
	}
	return said
}

// makeWithTokenInBody creates a connector without Authorization.
func (c client) makeWithTokenInBody(name string) response {
	form := sampleConnector()
	form["service_name"] = name
	return c.sendAs("POST", "/api/v1/connectors", marshal(map[string]any{"connector": form, "access_token": workspaceToken}), nil)
}

// atOnce calls a function several times at the same time.
func atOnce(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// together sends requests at the same time and reports for each response
// whether it belongs to its request: the order is random.
func together(c client) string {
	const n = 4
	var said [n][]bool
	links, names := [n]response{}, [n]string{}
	segments := [n]response{}
	atOnce(n, func(i int) { segments[i] = c.create() })
	distinct := func(all [n]response, path string) bool {
		seen := map[string]bool{}
		for _, a := range all {
			seen[fmt.Sprint(a.get(path))] = true
		}
		return len(seen) == n
	}
	id := func(i int) int64 { f, _ := segments[i].get("data.id").(float64); return int64(f) }
	atOnce(n, func(i int) {
		links[i] = c.linkAs(workspaceToken, id(i), fmt.Sprintf(`{"redirect_uri": "https://a.invalid/%d"}`, i))
		said[i] = append(said[i], links[i].get("data.segment_id") == float64(id(i)), links[i].get("data.redirect_uri") == fmt.Sprint("https://a.invalid/", i))
	})
	atOnce(n, func(i int) {
		names[i] = fmt.Sprint("together", i)
		said[i] = append(said[i], c.makeConnector(names[i]).get("data.service_name") == names[i])
	})
	atOnce(n, func(i int) {
		a := c.changeConnector(names[i], map[string]any{"label": names[i]})
		said[i] = append(said[i], a.get("data.service_name") == names[i], a.get("data.label") == names[i])
	})
	for i := range n {
		a := c.changeConnector(names[i], map[string]any{"icon_url": "https://a.invalid/i"})
		said[i] = append(said[i], a.get("data.label") == names[i])
	}
	atOnce(n, func(i int) { said[i] = append(said[i], c.publish(names[i]).get("data.service_name") == names[i]) })
	atOnce(n, func(i int) {
		a := c.send("GET", "/api/v1/invitations", []string{personalToken, ""}[i%2], "")
		said[i] = append(said[i], len(a.rows()) > 0)
	})
	atOnce(n, func(i int) {
		said[i] = append(said[i], (len(c.topics([]int64{TopicsSource, quietSource}[i%2], "").rows()) > 0) == (i%2 == 0))
	})
	atOnce(n, func(i int) {
		said[i] = append(said[i], (len(c.objects([]int64{manyDestination, bareDestination}[i%2], "").rows()) > 0) == (i%2 == 0))
	})
	c.clock.seconds.Add(1)
	atOnce(n, func(i int) { said[i] = append(said[i], c.source(segments[0]).get("status") == "true") })
	return fmt.Sprintln(distinct(segments, "data.id"), distinct(segments, "filter_segment_source_url"), said)
}

func misplaced(c client) string {
	var said strings.Builder
	for _, a := range c.places() {
		fmt.Fprintln(&said, a.code, a.text)
	}
	return said.String()
}

// busyAfter reports whether every n-th direct request gets a code
// and Retry-After.
func busyAfter(every, code int) func(client) bool {
	return func(c client) bool {
		for i := 1; i <= 2*every; i++ {
			a := c.sendAs("GET", "/api/v1/invitations", "", map[string]string{"Authorization": "Bearer " + personalToken})
			if busy := a.code == code && a.header.Get("Retry-After") != ""; busy != (i%every == 0) {
				return false
			}
		}
		return true
	}
}

// oneOfFour reports whether some of four simultaneous writes are rejected, and
// a single one is not.
func oneOfFour(write func(c client, i int) response) func(client) bool {
	return func(c client) bool {
		codes := [4]int{}
		atOnce(4, func(i int) { codes[i] = write(c, i).code })
		succeeded := 0
		for _, code := range codes {
			if code/100 == 2 {
				succeeded++
			}
		}
		return succeeded > 0 && succeeded < 4 && write(c, 9).code/100 == 2
	}
}

// made creates a connector, and retries after any Retry-After.
func made(c client, i int) response {
	form := sampleConnector()
	form["service_name"] = fmt.Sprint("one", i)
	return c.sendAs("POST", "/api/v1/connectors", marshal(map[string]any{"connector": form}), map[string]string{"Authorization": "Bearer " + workspaceToken})
}

// laterLabel reports whether a new label shows two seconds late, except in the
// response to its own update, and whether a published connector may still be
// changed.
func laterLabel(changes bool) func(client) bool {
	return func(c client) bool {
		label := func() any {
			return c.changeConnector(firstConnector, map[string]any{"icon_url": "https://a.invalid/b"}).get("data.label")
		}
		before := label()
		own := c.changeConnector(firstConnector, map[string]any{"label": "L2"}).get("data.label")
		c.clock.seconds.Add(1)
		early := label()
		c.clock.seconds.Add(1)
		late := label()
		c.publish(firstConnector)
		return own == "L2" && early == before && late == "L2" && (label() == "L2") == changes
	}
}

var gatewayShows = map[string]func(client) bool{
	"late-labels":                laterLabel(true),
	"late-labels-published-once": laterLabel(false),
	"late-labels-everywhere": func(c client) bool {
		own := c.changeConnector(firstConnector, map[string]any{"label": "L2"}).get("data.label")
		c.clock.seconds.Add(1)
		return own != "L2" && c.changeConnector(firstConnector, map[string]any{"icon_url": "https://a.invalid/b"}).get("data.label") == "L2"
	},
	"late-labels-of-a-replica": func(c client) bool {
		own := c.changeConnector(firstConnector, map[string]any{"label": "L2"}).get("data.label")
		read := func() any {
			return c.changeConnector(firstConnector, map[string]any{"icon_url": "https://a.invalid/b"}).get("data.label")
		}
		return own != "L2" && read() == "L2" && read() != "L2"
	},
	"connectors-take-anything": func(c client) bool {
		rep := c.changeConnector(firstConnector, map[string]any{"label": map[string]any{"text": "t"}, "configuration_definition": "none"})
		label, _ := rep.get("data.label").(map[string]any)
		return label["text"] == "t"
	},
	"busy-503":      busyAfter(6, http.StatusServiceUnavailable),
	"busy-503-date": busyAfter(5, http.StatusServiceUnavailable),
	"busy-429-date": busyAfter(4, http.StatusTooManyRequests),
	"busy-403":      busyAfter(7, http.StatusForbidden),
	"busy-529":      busyAfter(6, 529),
	"lost-502":      busyAfter(41, http.StatusBadGateway),
	"busy-source": func(c client) bool {
		u := strings.TrimPrefix(sourceOf(c), "http://example.com")
		return c.sendAs("GET", u, "", nil).code == 200 && c.sendAs("GET", u, "", nil).code == 429 && c.sendAs("GET", u, "", nil).code == 200
	},
	"one-segment-at-a-time":       oneOfFour(func(c client, _ int) response { return c.create() }),
	"one-connector-at-a-time":     oneOfFour(made),
	"one-connector-at-a-time-503": oneOfFour(made),
	"one-link-at-a-time": func(c client) bool {
		id, _ := c.create().get("data.id").(float64)
		return oneOfFour(func(c client, _ int) response { return c.link(int64(id)) })(c)
	},
	"rejections-repeat-the-request": func(c client) bool {
		c.makeConnector("twice")
		rejected := c.makeConnector("twice")
		return rejected.code == 422 && rejected.get("data.service_name") == "twice"
	},
	"rejections-500": func(c client) bool {
		c.makeConnector("twice")
		return c.makeConnector("twice").code == 500 && c.createAs(workspaceToken, map[string]any{"molecules": nil}).code == 500
	},
	"taken-name-500-by-replica": func(c client) bool {
		c.makeConnector("twice")
		return c.makeConnector("twice").code == 500 && c.makeConnector("twice").code == 422 && c.makeConnector("twice").code == 500
	},
	"rejections-show-an-empty-record": func(c client) bool {
		c.makeConnector("twice")
		rejected := c.makeConnector("twice")
		return rejected.code == 200 && rejected.get("status") == "error" && rejected.get("data.label") == ""
	},
	"wrong-types-get-an-empty-object": func(c client) bool {
		rep := c.changeConnector(firstConnector, map[string]any{"label": "L3", "configuration_definition": "none"})
		after := c.changeConnector(firstConnector, map[string]any{"icon_url": "https://a.invalid/b"})
		return rep.code == 200 && rep.get("status") == nil && after.get("data.label") != "L3"
	},
	"markup-not-found": func(c client) bool {
		return c.makeConnector("plain").code == 200 && c.changeConnector(firstConnector, map[string]any{"label": "<b>"}).code == 404
	},
	"rejections-show-the-present-record": func(c client) bool {
		before := c.changeConnector(firstConnector, map[string]any{}).get("data.label")
		rejected := c.changeConnector(firstConnector, map[string]any{"label": 7})
		return before != nil && rejected.code == 200 && rejected.get("status") == "error" && rejected.get("data.label") == before
	},
	"text-of-links-unread": func(c client) bool {
		id, _ := c.create().get("data.id").(float64)
		path := fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d/segment_management_links", sourceID, int64(id))
		made := c.sendAs("POST", path, `{"redirect_uri": "https://a.invalid/back"}`,
			map[string]string{"Authorization": "Bearer " + workspaceToken, "Content-Type": "text/plain"})
		return made.code == 201 && made.get("data.redirect_uri") == nil && c.link(int64(id)).get("data.redirect_uri") != nil
	},
	"unknown-parameters-rejected": func(c client) bool { return c.list("colour=red").code == 400 && c.list("page=2").code == 200 },
}

// ofBoth reports whether two lists, of which only the first has records, show as many when
// they are requested at the same time, but not alone.
func ofBoth(list func(c client, i int) response) func(c client) bool {
	return func(c client) bool {
		var n [2]int
		atOnce(2, func(i int) { n[i] = len(list(c, i).rows()) })
		return n[0] == n[1] && len(list(c, 0).rows()) > 0 && len(list(c, 1).rows()) == 0
	}
}

// TestGatewayViolations checks what violations say that accept a token in
// another place or depend on the order of the query parameters.
func TestGatewayViolations(t *testing.T) {
	objects := fmt.Sprintf("/api/v1/destinations/%d/objects", manyDestination)
	topics := fmt.Sprintf("/api/v1/sources/%d/topics", TopicsSource)
	after := func(c client, path, scheme, token string) int {
		return c.sendAs("GET", path, "", map[string]string{"Authorization": scheme + token}).code
	}
	doWhatTheySay(t, map[string]func(c client) bool{
		"publish-bare-token": func(c client) bool {
			a := c.sendAs("PUT", "/api/v1/connectors/"+spareConnector+"/publish_to_organization", "", map[string]string{"Authorization": workspaceToken})
			return a.code == 200
		},
		"link-bare-token": func(c client) bool {
			id, _ := c.create().get("data.id").(float64)
			path := fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d/segment_management_links", sourceID, int64(id))
			return c.sendAs("POST", path, "{}", map[string]string{"Authorization": workspaceToken}).code == 201
		},
		"objects-scheme-token": func(c client) bool {
			return after(c, objects, "Token ", workspaceToken) == 200 && after(c, objects, "", workspaceToken) != 200
		},
		"objects-scheme-basic": func(c client) bool {
			return after(c, objects, "Basic ", workspaceToken) == 200 && after(c, objects, "", workspaceToken) != 200
		},
		"list-scheme-twice": func(c client) bool {
			return after(c, "/api/v1/invitations", "Bearer Bearer ", personalToken) == 200 && after(c, "/api/v1/invitations", "", personalToken) != 200
		},
		"topics-cookie-token": func(c client) bool {
			return c.sendAs("GET", topics, "", map[string]string{"Cookie": "lang=de; access_token=" + workspaceToken}).code == 203
		},
		"connector-body-token": func(c client) bool {
			return c.makeWithTokenInBody("a").code == 200 && c.changeConnector("a", map[string]any{"label": "L"}).code == 200
		},
		"together-topics-of-the-other": ofBoth(func(c client, i int) response { return c.topics([]int64{TopicsSource, quietSource}[i], "") }),
		"together-objects-of-the-other": ofBoth(func(c client, i int) response {
			return c.objects([]int64{manyDestination, bareDestination}[i], "")
		}),
		"connector-after-rejection-fails": func(c client) bool {
			return c.makeConnector("twice").code == 200 && c.makeConnector("twice").code == 422 && c.makeConnector("once").code == 500 &&
				c.makeConnector("once").code == 200
		},
		"list-token-in-other-case": func(c client) bool {
			return c.send("GET", "/api/v1/invitations", inOtherCase(personalToken), "").code == 200 && c.list("").code == 200
		},
		"list-page-after-per-page-ignored": func(c client) bool {
			return c.list("per_page=10&page=2").text == c.list("per_page=10").text && c.list("page=2&per_page=10").get("pagination.page") == 2.0
		},
		"update-shows-some-objects": func(c client) bool {
			shown, _ := c.rename(mainDestination, "x").get("data.objects").([]any)
			return len(shown) == 3
		},
		"objects-page-after-per-page-ignored": func(c client) bool {
			return c.objects(manyDestination, "per_page=10&order=desc&page=2").text == c.objects(manyDestination, "per_page=10").text &&
				c.objects(manyDestination, "page=2&per_page=10").get("pagination.page") == 2.0
		},
	})
}

// inOtherCase returns a token with upper and lower case swapped.
func inOtherCase(token string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLower(c) {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, token)
}
