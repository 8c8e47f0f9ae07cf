package independent

import (
	"fmt"
	"strings"
)

// history sends writes, some of which are rejected, and then shows the
// resources that they do not concern.
func history(c client) string {
	var said strings.Builder
	say := func(responses ...response) {
		for _, a := range responses {
			fmt.Fprintln(&said, a.code, a.text)
		}
	}
	invalid := map[string]any{"name": "Ψ", "type": 7}
	say(c.destination(manyDestination), c.rename(mainDestination, "Ω"), c.destination(manyDestination), c.destination(bareDestination))
	for range 2 {
		say(c.renameAs(workspaceToken, mainDestination, invalid), c.destination(mainDestination))
		say(c.rename(mainDestination, "Ω2"), c.destination(mainDestination))
	}
	say(c.rename(mainDestination, "ω2"), c.destination(mainDestination))
	c.clock.seconds.Add(1)
	say(c.destination(mainDestination))
	label := func(s string) map[string]any { return map[string]any{"label": s} }
	icon := map[string]any{"icon_url": "https://a.invalid/b"}
	unfit := map[string]any{"label": "U", "configuration_definition": "none"}
	rejected := sampleConnector()
	rejected["service_name"], rejected["configuration_definition"] = "c", "none"
	second := sampleConnector()
	second["service_name"], second["label"] = "b", "B"
	say(c.makeConnector("a"), c.connectorAs(workspaceToken, "POST", "", rejected), c.connectorAs(workspaceToken, "POST", "", second), c.changeConnector("a", icon), c.changeConnector("c", label("C2")))
	say(c.changeConnector("a", label("A2")), c.changeConnector("b", icon), c.changeConnector("a", unfit), c.changeConnector("a", icon))
	say(c.changeConnector("a", unfit), c.changeConnector("a", label("A3")), c.changeConnector("a", icon))
	say(c.publish(spareConnector), c.changeConnector("b", label("B2")), c.changeConnector("b", icon))
	long := "aB" + strings.Repeat("n", 64) // another service_name is its prefix
	say(c.makeConnector(long), c.changeConnector("a", label("A4")), c.changeConnector(long, icon))
	say(c.publish("a"), c.changeConnector("a", label("A5")), c.changeConnector("a", icon))
	c.sayOfSegments(say)
	return said.String()
}

func (c client) sayOfSegments(say func(...response)) {
	c.t.Helper()
	data := c.s.TestData()
	atomic := data.AtomicMolecule.(map[string]any)
	other := map[string]any{"attribute": "Plan tier", "attribute_type": sampleAttributeType, "operator": "is_one_of", "value": "it's silver"}
	var made []response
	for i := range 7 {
		if i == 1 {
			say(c.createAs(workspaceToken, map[string]any{"name": "Seg 1", "molecules": []any{7}}))
		}
		molecules := []any{other, data.OperationMolecule, atomic}
		made = append(made, c.createAs(workspaceToken, map[string]any{"name": fmt.Sprint("Seg ", i), "molecules": molecules[max(0, 2-2*i):]}))
	}
	say(made...)
	if made[1].code != 201 {
		return
	}
	say(c.source(made[1]), c.source(made[0]), c.retrieve(made[0]))
	for _, a := range made[:2] {
		id, _ := a.get("data.id").(float64)
		say(c.link(int64(id)), c.source(a))
	}
	say(c.create(), c.source(made[0]), c.source(made[5]))
	for _, n := range []int{0, 4} {
		if a := c.createAs(workspaceToken, molecules(n)); a.code == 201 {
			say(a, c.source(a), c.retrieve(a))
		}
	}
}

// stateShows report whether the switches about the effects of writes do what
// they say.
var stateShows = map[string]func(c client) bool{
	"molecules-annotated":    func(c client) bool { return c.source(c.create()).get("data.molecules.0.id") != nil },
	"molecules-in-an-object": func(c client) bool { return c.source(c.create()).get("data.molecules.tree.0.value") != nil },
	"molecules-in-a-group":   func(c client) bool { return c.source(c.create()).get("data.molecules.0.of.0.value") != nil },
	"molecules-counted":      func(c client) bool { return c.source(c.create()).get("data.molecules") == 1.0 },
	"molecules-not-shown":    func(c client) bool { return strings.Contains(c.source(c.create()).text, `"molecules":null`) },
	"molecules-as-text":      func(c client) bool { return c.source(c.create()).get("data.molecules.0") == "1 molecules" },
	"source-status-only": func(c client) bool {
		a := c.create()
		return len(c.source(a).json()) == 1 && c.retrieve(a).code == 404
	},
	"link-uris-renewed": func(c client) bool {
		id, _ := c.create().get("data.id").(float64)
		a, b := c.link(int64(id)), c.link(int64(id))
		return a.get("data.id") == b.get("data.id") && a.get("data.uri") != b.get("data.uri")
	},
	"lenient-bodies": func(c client) bool {
		return c.createAs(workspaceToken, map[string]any{"molecules": []any{c.s.TestData().AtomicMolecule, 7}}).code == 201 &&
			c.renameAs(workspaceToken, mainDestination, map[string]any{"name": "Ψ", "type": 7}).code == 202 &&
			c.changeConnector(firstConnector, map[string]any{"configuration_definition": "none"}).code == 200
	},
	"destination-retrieval-masked": func(c client) bool {
		return c.destination(mainDestination).get("data.connection_details.account_id") == "***"
	},
	"republish-not-modified": func(c client) bool {
		return c.publish(spareConnector).code == 200 && c.publish(spareConnector).code == 304
	},
	"destination-retrieval-in-hours": func(c client) bool { return c.destination(mainDestination).get("data.created_at") == "2020-02-29T23Z" },
}
