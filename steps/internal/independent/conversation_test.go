package independent

import (
	"fmt"
	"strings"
)

// talk is a conversation with a server, and the responses of a conforming one.
type talk struct {
	say        func(client) string
	conforming string
}

func tour(c client) string {
	var said strings.Builder
	for _, a := range c.tour() {
		fmt.Fprintln(&said, a.code, a.text)
	}
	return said.String()
}

// ofTexts sends critical texts to every operation that shows one.
func ofTexts(c client) string {
	var said strings.Builder
	say := func(a response) { fmt.Fprintln(&said, a.code, a.text) }
	long := strings.Repeat("0123456789", 30)
	texts := []string{"understudy MiXed Crème Łódź Größe \"a\" it's", "<b>A&amp;B</b> %41 a+b ${y} two   three\tx\ny", "漢字 שלום مرحبا q\u0323 😀", long, "null", "true", "007", "1e3", "2026-01-01", "no", `{"a": 1}`, `"in quotes"`, "=1+1", `A/B\C  <EU>`, "../up <script>f(1)</script> @name %d %%",
		"%41 %2B", `C:\temp\new \\ \u0041`, "x had had –—... :smile: http://a.example/b -- ❤\ufe0f a\u00adb \u200f \r\n \u2028"}
	for i, text := range texts {
		name := fmt.Sprint("t", i)
		form := sampleConnector()
		form["service_name"], form["label"] = name, text
		say(c.connectorAs(workspaceToken, "POST", "", form))
		say(c.changeConnector(name, map[string]any{"label": text}))
		say(c.changeConnector(name, map[string]any{"icon_url": "https://a.invalid/b"}))
		say(c.publish(name))
		say(c.rename(mainDestination, text))
		say(c.destination(mainDestination))
		say(c.createAs(workspaceToken, map[string]any{"name": text}))
	}
	say(c.makeConnector("a+b"))
	say(c.changeConnector("a+b", map[string]any{"label": "of a sign"}))
	say(c.makeConnector("again"))
	say(c.makeConnector("aga"))
	say(c.changeConnector("aga", map[string]any{"label": "of the shorter"}))
	say(c.changeConnector("aga_n", map[string]any{"label": "of an underscore"}))
	say(c.changeConnector("aga", map[string]any{"label": "in between"}))
	say(c.changeConnector("aga", map[string]any{"label": "of the shorter"}))
	say(c.changeConnector("aga", map[string]any{"icon_url": "https://a.invalid/b"}))
	for range 2 {
		say(c.changeConnector("again", map[string]any{"label": "the same"}))
	}
	say(c.changeConnector("aga", map[string]any{"label": "of another", "service_name": "agb"}))
	id, _ := c.create().get("data.id").(float64)
	for _, uri := range []string{"https://A.invalid:8443/b//Back//c/?b=2&a=&c&a=1&a=2&x=%c3%a9%2f%41+%20#top", "https://a.invalid/b/", "https://someone@a.invalid/user", "http://a.invalid/", "https://a.invalid/a/../b/./c", "https://a.invalid/é/漢字", "https://a.invalid/?x=" + long, "https://a.invalid/?x=" + long + long,
		"https://www.a.invalid./?l[]=1&n=null&utm_source=Mail", "https://127.0.0.1/?#"} {
		say(c.linkAs(workspaceToken, int64(id), marshal(map[string]any{"redirect_uri": uri})))
	}
	twin := map[string]any{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}
	say(c.createAs(workspaceToken, map[string]any{"molecules": []any{twin, twin}}))
	signs := molecules(1)
	signs["molecules"].([]any)[0].(map[string]any)["value"] = "A&B"
	say(c.createAs(workspaceToken, signs))
	c.clock.seconds.Add(5)
	for n := range len(texts) + 3 {
		say(c.send("GET", fmt.Sprintf("/jobs/%d/state", 37*(n+1)), "", ""))
	}
	return said.String()
}

// patient reads lists with each token after some hundred requests.
func patient(c client) string {
	for range 400 {
		c.list("per_page=1")
	}
	var said strings.Builder
	for _, token := range append(badTokens, workspaceToken) {
		for _, path := range []string{"/api/v1/invitations", fmt.Sprintf("/api/v1/destinations/%d/objects", mainDestination)} {
			a := c.send("GET", path, token, "")
			fmt.Fprintln(&said, a.code, a.text)
		}
	}
	return said.String()
}

func conversation(c client) string {
	var said strings.Builder
	say := func(a response) { fmt.Fprintln(&said, a.code, a.text) }
	for _, q := range []string{"", "page=0", "page=2", "page=3", "page=6", "page=7", "per_page=10&page=4", "per_page=100", "per_page=150",
		"order=asc", "order=asc&page=2", "order=desc", "order=desc&page=2",
		"page=0&order=desc", "page=0&per_page=100", "per_page=13&page=11"} {
		say(c.list(q))
	}
	operation := c.s.TestData().OperationMolecule
	for _, changes := range []map[string]any{nil, {"name": nil}, {"molecules": nil}, {"dataset_id": nil}, {"molecules": []any{operation, operation}}} {
		say(c.createAs(workspaceToken, changes))
	}
	for _, token := range []string{"", "invented", revokedToken, personalToken, otherWorkspaceToken} {
		say(c.createAs(token, nil))
	}
	for _, token := range []string{"", "invented", revokedToken, workspaceToken, otherWorkspaceToken} {
		say(c.send("GET", "/api/v1/invitations", token, ""))
	}
	c.clock.seconds.Add(1)
	for range 4 {
		say(c.send("GET", "/jobs/37/state", "", ""))
	}
	return said.String()
}
