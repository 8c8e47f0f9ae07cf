package independent

import (
	"encoding/json"
	"fmt"
	"math"
)

func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (c client) renameAs(token string, id int64, connection map[string]any) response {
	c.t.Helper()
	return c.send("PATCH", fmt.Sprint("/api/v1/destinations/", id), token, marshal(map[string]any{"service_connection": connection}))
}

func (c client) rename(id int64, name string) response {
	c.t.Helper()
	return c.renameAs(workspaceToken, id, map[string]any{"name": name})
}

func (c client) destination(id int64) response {
	c.t.Helper()
	return c.send("GET", fmt.Sprint("/api/v1/destinations/", id), workspaceToken, "")
}

func (c client) objects(id int64, query string) response {
	c.t.Helper()
	return c.send("GET", fmt.Sprintf("/api/v1/destinations/%d/objects?%s", id, query), workspaceToken, "")
}

func (a response) fullNames() []string {
	var names []string
	for _, r := range a.rows() {
		names = append(names, fmt.Sprint(r["full_name"]))
	}
	return names
}

func (c client) connectorAs(token, method, path string, form any) response {
	c.t.Helper()
	return c.send(method, "/api/v1/connectors"+path, token, marshal(map[string]any{"connector": form}))
}

func (c client) makeConnector(name string) response {
	c.t.Helper()
	form := sampleConnector()
	form["service_name"] = name
	return c.connectorAs(workspaceToken, "POST", "", form)
}

func (c client) changeConnector(name string, form map[string]any) response {
	c.t.Helper()
	return c.connectorAs(workspaceToken, "PATCH", "/"+name, form)
}

func (c client) publish(name string) response {
	c.t.Helper()
	return c.send("PUT", "/api/v1/connectors/"+name+"/publish_to_organization", workspaceToken, "")
}

func (c client) topics(source int64, query string) response {
	c.t.Helper()
	return c.send("GET", fmt.Sprintf("/api/v1/sources/%d/topics?%s", source, query), workspaceToken, "")
}

func (c client) linkAs(token string, segment int64, body string) response {
	c.t.Helper()
	return c.send("POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d/segment_management_links", sourceID, segment), token, body)
}

func (c client) link(segment int64) response {
	c.t.Helper()
	return c.linkAs(workspaceToken, segment, marshal(map[string]any{"redirect_uri": c.s.TestData().RedirectURI}))
}

// newLink creates a segment, and a link to it.
func (c client) newLink() response {
	c.t.Helper()
	id, _ := c.create().get("data.id").(float64)
	return c.link(int64(id))
}

func (c client) open(link response) response {
	c.t.Helper()
	uri, _ := link.get("data.uri").(string)
	return c.send("GET", "/lens/"+afterLens(uri), "", "")
}

var badTokens = []string{"", "invented", revokedToken, personalToken, otherWorkspaceToken}

// tour sends requests to all operations of a workspace, and returns all responses.
func (c client) tour() []response {
	said := []response{c.rename(mainDestination, "Ω"), c.destination(mainDestination), c.rename(77, "x"), c.rename(bareDestination, "Leer")}
	said = append(said, c.rename(mainDestination, "Ψ"), c.rename(mainDestination, "Φ"), c.destination(mainDestination))
	said = append(said, c.renameAs(workspaceToken, mainDestination, sampleConnection()))
	for i, token := range badTokens {
		said = append(said, c.renameAs(token, mainDestination, map[string]any{"name": fmt.Sprint("by ", i)}), c.destination(mainDestination))
		for _, id := range []int64{mainDestination, bareDestination} {
			said = append(said, c.send("GET", fmt.Sprintf("/api/v1/destinations/%d/objects", id), token, ""))
		}
		for _, id := range []int64{TopicsSource, quietSource} {
			said = append(said, c.send("GET", fmt.Sprintf("/api/v1/sources/%d/topics", id), token, ""))
		}
	}
	for _, q := range []string{"", "page=0", "page=2", "page=3", "page=6", "page=7", "per_page=10&page=4", "per_page=100", "per_page=150", "order=asc", "order=desc", "page=0&order=desc", "page=0&per_page=100", "per_page=13&page=11", "order=asc&page=2"} {
		said = append(said, c.objects(manyDestination, q))
	}
	for _, id := range []int64{mainDestination, bareDestination, 77} {
		said = append(said, c.objects(id, ""))
	}
	for _, id := range []int64{TopicsSource, quietSource, sourceID, 77} {
		said = append(said, c.topics(id, ""))
	}
	return append(append(said, c.tourConnectors()...), c.tourLinks()...)
}

func (c client) tourConnectors() []response {
	label := func(s string) map[string]any { return map[string]any{"label": s} }
	icon := map[string]any{"icon_url": "https://a.invalid/b"}
	said := []response{
		c.makeConnector("a"), c.changeConnector("a", label("A2")), c.changeConnector("a", icon), c.changeConnector("a", label("A3")), c.changeConnector("a", icon),
		c.changeConnector("a", label("A4")), c.changeConnector("a", label("A5")), c.changeConnector("a", icon), c.publish("a"), c.publish("a"),
		c.changeConnector(firstConnector, label("B2")), c.changeConnector("nowhere", label("C2")), c.publish("nowhere"),
		c.send("POST", "/api/v1/connectors", workspaceToken, "{}"),
		c.send("PATCH", "/api/v1/connectors/"+firstConnector, workspaceToken, `{"label":"flat"}`),
	}
	for i, token := range badTokens {
		form := sampleConnector()
		form["service_name"] = fmt.Sprint("t", i)
		said = append(said, c.connectorAs(token, "POST", "", form))
		said = append(said, c.connectorAs(token, "PATCH", "/"+firstConnector, label(fmt.Sprint("by ", i))), c.changeConnector(firstConnector, icon))
		c.makeConnector(fmt.Sprint("p", i))
		said = append(said, c.send("PUT", fmt.Sprintf("/api/v1/connectors/p%d/publish_to_organization", i), token, ""))
	}
	return said
}

func (c client) tourLinks() []response {
	c.create()
	id, _ := c.create().get("data.id").(float64)
	made := c.link(int64(id))
	said := []response{made, c.link(int64(id)), c.link(77), c.linkAs(workspaceToken, int64(id), ""), c.open(made)}
	said = append(said, c.send("POST", "/api/v1/sources/77/filter_segments", workspaceToken, c.body(nil)))
	for _, token := range badTokens {
		said = append(said, c.linkAs(token, int64(id), "{}"))
	}
	c.clock.seconds.Add(45*60 + 60)
	return append(said, c.open(made))
}

func isWhole(v any) bool {
	f, ok := v.(float64)
	return ok && f == math.Trunc(f)
}
