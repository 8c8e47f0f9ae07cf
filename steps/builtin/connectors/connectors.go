// Package connectors has the built-in steps on connectors: creation, updates and labels.
//
// Start reading at Request and Created, then at UpdateRequest in updates.go. labels.go reads labels
// back, and lost.go looks for a connector that is no longer found; target_label.go has the label that
// the run restores. three.go has three connectors with similar names, at_once.go those that were
// created at the same time. Package history has what responses have shown of all of them, package
// publishing the steps on publishing.
package connectors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps that create connectors.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^a connector was created$`, Example: `a connector was created`,
			Operations: []string{spec.CreateConnector},
			Doc:        "samples.connector is created with a service_name and label of the run. It stays in the ledger.",
			Provides:   []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true, Footprint: rows.OfCreatedConnector,
			Func: Created,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I create a connector$`, Example: `I create a connector`,
			Operations: []string{spec.CreateConnector},
			Doc:        "samples.connector with a service_name and label of the run.",
			Writes:     true, Footprint: rows.OfConnector,
			Func: Create,
		},
		{
			Pattern: `^I create a connector without the connector object$`, Example: `I create a connector without the connector object`,
			Aliases:    []string{`^I create a connector without the object connector$`},
			Operations: []string{spec.CreateConnector},
			Doc: "One body each with null, an empty list and a text as the connector, and one with the members of a connector " +
				"beside each other, which is read back.",
			Writes: true, Footprint: vocabulary.Footprint{Requests: 4, Connectors: 4},
			Func: createWithoutConnector,
		},
		{
			Pattern: `^I create a second connector with the same service_name$`, Example: `I create a second connector with the same service_name`,
			Aliases:    []string{`^I create a second connector of the same service_name$`},
			Operations: []string{spec.CreateConnector},
			Doc:        "Two creations with one service_name; the second is checked. If it is rejected, it has not changed the label of the first.",
			Writes:     true, Footprint: rows.OfCreatedConnector.Plus(rows.OfConnector).Plus(rows.OfAsking),
			Func: createConnectorTwice,
		},
		{
			Pattern: `^I create a connector without "([a-z_]+)"$`, Example: `I create a connector without "label"`,
			Operations: []string{spec.CreateConnector},
			Doc:        "The same connector without one member.",
			Writes:     true, Footprint: rows.OfConnector,
			Func: createConnectorWithout,
		},
		{
			Pattern: `^I create a connector whose "([a-z_]+)" is (.+)$`, Example: `I create a connector whose "icon_url" is "no URL"`,
			Operations: []string{spec.CreateConnector},
			Doc:        "The same connector with one member set to a JSON value.",
			Writes:     true, Footprint: rows.OfConnector,
			Func: createConnectorWith,
		},
	},
}

// defaultConnector is sent where the target file gives no sample.
var defaultConnector = map[string]any{"service_name": "understudy", "label": "understudy",
	"data": map[string]any{"url": "https://example.com/understudy"}, "configuration_definition": map[string]any{}}

// Body returns the sample with names of the run.
func Body(w *world.World) map[string]any {
	sample := w.Run.Target.Samples.Connector
	if sample == nil {
		sample = defaultConnector
	}
	c := maps.Clone(sample)
	name := w.Run.Name()
	base, _ := c["service_name"].(string)
	c["service_name"] = serviceName(base, strings.TrimPrefix(name, "understudy "))
	c["label"] = name
	return c
}

// serviceName returns the sample's service_name with the run's id. A deployment may
// allow only some characters, so the separator is one that the sample uses.
func serviceName(base, mark string) string {
	between := ""
	if i := strings.IndexAny(base, "_-."); i >= 0 {
		between = base[i : i+1]
	}
	return cmp.Or(base, "understudy") + between + strings.ReplaceAll(mark, " ", between)
}

// Request returns a request that creates a connector with a changed connector object.
func Request(w *world.World, change func(connector map[string]any)) client.Request {
	c := Body(w)
	if change != nil {
		change(c)
	}
	r := w.Using(w.Request(spec.CreateConnector), target.SampleConnector)
	r.Carries = client.NewLabels
	return scenario.WithBody(r, map[string]any{"connector": c})
}

// Create creates the sample under a new name.
func Create(w *world.World) error {
	w.Send(Request(w, nil))
	return nil
}

// Created provides the test data of scenarios on a connector of the run.
func Created(w *world.World) error {
	w.Send(Request(w, nil))
	return takeConnector(w)
}

// takeConnector makes the connector of the last response the current one.
func takeConnector(w *world.World) error {
	if err := usableCreation(w, w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.service_name", scenario.String)
	if err != nil {
		return err
	}
	if len(v.Str) > scenario.MostOfURL {
		return outcome.Skip(report.MissingTestData, "the connector's service_name is too long to be asked for")
	}
	var sent struct{ Connector map[string]any }
	if err := json.Unmarshal(w.Last.Request.Body, &sent); err != nil {
		return err
	}
	label, _ := sent.Connector["label"].(string)
	w.Connector = world.Connector{Service: v.String(), Label: label, Whole: sent.Connector}
	if name, _ := sent.Connector["service_name"].(string); name != v.String() {
		return checkServiceNameOfPaths(w, name)
	}
	return nil
}

// usableCreation returns why the response to a creation cannot be checked further: where the
// connector is rejected, the target file needs another sample.
func usableCreation(w *world.World, made *client.Exchange) error {
	err := w.Usable(made)
	if err != nil && scenario.RejectsBody(made) {
		if err := checkNotCreated(w, made); err != nil {
			return err
		}
		return outcome.SkipFor(target.SampleConnector, report.MissingTestData,
			"the creation of a connector is rejected with %s: set samples.connector of the target file to a connector that the deployment "+
				"accepts%s", scenario.Rejection(made), howItDiffers(made))
	}
	return err
}

// howItDiffers says what a creation that was rejected sends beside the sample, or after it.
func howItDiffers(made *client.Exchange) string {
	if made.Status == http.StatusConflict || made.Status == http.StatusLocked {
		return ", or limits.concurrency to 1 where a write is rejected while another one is under way"
	}
	return " also with the run's id at the end of its service_name, and with a label of about 20 characters"
}

// mostReadBack is how many rejected creations of a run are read back.
const mostReadBack = 2

// checkNotCreated returns an error where a valid creation was rejected and made the connector: its
// service_name is new, so that nothing else can be found by it.
//
// Promise connectors-are-created
func checkNotCreated(w *world.World, rejected *client.Exchange) error {
	if rejected.Failed > 0 || ofRun(w.Run).readBack.Add(1) > mostReadBack {
		return nil // one that got no response may have been done
	}
	what := ReadBackCreation(w, rejected).Effect
	if what == "" {
		return nil
	}
	return w.BlockedOn("connectors-are-created",
		outcome.Found(rejected, "a success, as the connector is created", "%s, and %s", scenario.Rejection(rejected), what))
}

// ReadBackCreation reads back a rejected creation: a connector that can be updated exists.
// This counts only where an unused service_name cannot be updated.
func ReadBackCreation(w *world.World, rejected *client.Exchange) world.ReadBack {
	service := world.SentMember(rejected, "service_name")
	noOther, _ := ofRun(w.Run).noOther.Get(func() (bool, error) { return !isUpdated(updateLabelOf(w, w.Run.NoConnector())), nil })
	if service == "" || !noOther {
		return world.ReadBack{}
	}
	e := updateLabelOf(w, service)
	if isUpdated(e) {
		w.Run.Ledger.NoteOnce(report.Entry{Kind: "connector", ID: service, Left: true,
			Note: "created although its creation was rejected: " + scenario.Writes[spec.CreateConnector].Note})
		return world.ReadBack{Effect: "the connector whose creation was rejected can be updated", Response: e}
	}
	return world.ReadBack{Response: e}
}

func data(w *world.World) any {
	if data, ok := Body(w)["data"]; ok {
		return data
	}
	return defaultConnector["data"]
}

// createConnectorChanged sends a creation with a connector that the document does not show.
func createConnectorChanged(w *world.World, change func(map[string]any)) error {
	r := Request(w, change)
	w.Probe(r)
	return nil
}

func createConnectorWithout(w *world.World, member string) error {
	return createConnectorChanged(w, func(c map[string]any) { delete(c, member) })
}

func createConnectorWith(w *world.World, member, value string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is not valid JSON", value)
	}
	return createConnectorChanged(w, func(c map[string]any) { c[member] = v })
}

// createWithoutConnector sends a creation without the object connector: with nothing
// instead of it, or with its members.
func createWithoutConnector(w *world.World) error {
	var requests []client.Request
	// The last one has no such object, and names what could have been made: it is read back.
	for _, body := range []any{bodyWith(nil), bodyWith([]any{}), bodyWith(w.Run.Name()), Body(w)} {
		requests = append(requests, scenario.WithBody(w.Request(spec.CreateConnector), body))
	}
	return sendUntilAccepted(w, requests...)
}

// bodyWith is a body with something else in the place of the connector object.
func bodyWith(connector any) map[string]any { return map[string]any{"connector": connector} }

// sendUntilAccepted sends several faulty requests; the response that stands is that of the
// first that is not rejected, or else of the last.
func sendUntilAccepted(w *world.World, requests ...client.Request) error {
	w.EndFaulty()
	for _, r := range requests {
		r.Allowed = false
		e := w.Send(r)
		if w.Several = append(w.Several, e); e.Effect() != "" {
			break
		}
	}
	return nil
}

// createConnectorTwice creates two connectors with one service_name. Where the second is rejected, it
// reads the first.
func createConnectorTwice(w *world.World) error {
	if err := Created(w); err != nil {
		return err
	}
	sent := gjson.GetBytes(w.Last.Request.Body, "connector.service_name").String()
	if err := createConnectorChanged(w, func(c map[string]any) { c["service_name"] = sent }); err != nil || w.Last.Effect() != "" {
		return err
	}
	r, err := WithoutLabel(w)
	if err == nil {
		w.Exchange(r) // every response is checked for labels of what was rejected
	}
	return err
}
