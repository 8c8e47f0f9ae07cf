package builtin

import (
	"fmt"
	"maps"
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// updateRows are the steps that update connectors.
var updateRows = rows{
	when: []step{
		{
			Pattern: `^I update the connector$`, Example: `I update the connector`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The connector gets a new label: one of the run, or resources.connector_service_name where creation is rejected.",
			Provides:   []thing{AConnector}, Writes: true, Footprint: ofRelabelling,
			Func: (*World).updateConnector,
		},
		{
			Pattern: `^I update only the label of the connector$`, Example: `I update only the label of the connector`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The connector object has a new label and no other member.",
			Provides:   []thing{AConnector}, Writes: true, Footprint: ofRelabelling,
			Func: (*World).updateLabel,
		},
		{
			Pattern: `^I update the connector without the connector object$`, Example: `I update the connector without the connector object`,
			Aliases:    []string{`^I update the connector without the object connector$`},
			Operations: []string{spec.UpdateConnector},
			Doc:        "The body {}.",
			Writes:     true, Footprint: ofRelabelling.Plus(ofAsking),
			Func: (*World).updateWithoutConnector,
		},
		{
			Pattern: `^I update the connector with another service_name$`, Example: `I update the connector with another service_name`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "A new label and a service_name, which is sent on create only.",
			Writes:     true, Footprint: ofRelabelling,
			Func: (*World).updateServiceName,
		},
		{
			Pattern: `^I update a connector that does not exist$`, Example: `I update a connector that does not exist`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The same body to a random service_name.",
			Writes:     true, Footprint: ofRelabelling,
			Func: (*World).updateUnknownConnector,
		},
	},
	then: []step{
		{
			Pattern: `^the response shows the service_name in the path$`, Example: `the response shows the service_name in the path`,
			Aliases:  []string{`^the response names the connector in the path$`, `^the answer names the connector of the path$`},
			Doc:      "data.service_name is the service_name in the path.",
			Requires: []thing{AConnector},
			Judges:   "connector-service-name-kept",
			Func:     (*World).showsServiceNameInPath,
		},
	},
}

// connectorAtHand is one that may be updated: of the run, or, where creating is
// rejected, the one that the target file names.
func (w *World) connectorAtHand() error {
	named := w.run.Target.Resources.ConnectorServiceName
	if w.connector.service != "" {
		if w.connector.service == named {
			w.Turn("connector") // another scenario may have found it
		}
		return nil
	}
	err := w.connectorCreated()
	if err != nil && named != "" {
		w.Turn("connector")
		w.learnLabel()
		w.connector = connectorState{service: named, label: w.run.connectorLabel.own}
		return nil
	}
	return err
}

// connectorUpdate makes a request that gives the connector at hand a new label,
// its body changed.
func (w *World) connectorUpdate(change func(body map[string]any)) (client.Request, error) {
	if err := w.connectorAtHand(); err != nil {
		return client.Request{}, err
	}
	connector := map[string]any{}
	maps.Copy(connector, w.connector.whole)
	delete(connector, "service_name")
	connector["label"] = w.run.Name()
	body := map[string]any{"connector": connector}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.UpdateConnector, url.PathEscape(w.connector.service))
	r.Carries = labels
	if w.connector.service == w.run.Target.Resources.ConnectorServiceName {
		r = w.Using(r, "resources.connector_service_name")
		r.Carries = targetsLabels
	}
	return scenario.WithBody(r, body), nil
}

// updateConnector gives the connector a new label.
func (w *World) updateConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	w.relabel(r)
	return nil
}

// updateLabel gives the connector a new label, and sends nothing else.
func (w *World) updateLabel() error {
	r, err := w.connectorUpdate(func(b map[string]any) {
		b["connector"] = map[string]any{"label": b["connector"].(map[string]any)["label"]}
	})
	if err != nil {
		return err
	}
	r.Carries, r.Allowed = "", false
	w.relabel(r)
	return nil
}

// relabel sends an update with another label.
func (w *World) relabel(r client.Request) {
	w.Send(r)
	if w.Last.OK() && !w.Last.Rejected() {
		w.connector.before, w.connector.label = w.connector.label, gjson.GetBytes(w.Last.Request.Body, "connector.label").String()
	}
}

// checkServiceNameOfPaths checks a creation that returned another service_name than was
// sent: it has to be the one of the connector's paths.
func (w *World) checkServiceNameOfPaths(sent string) error {
	made := w.Last
	answered := w.connector.service
	for _, name := range []string{answered, sent} {
		w.connector.service = name
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return err
		}
		r.Allowed = false
		if e := w.Send(r); !e.OK() || e.Rejected() {
			continue
		}
		if name == answered {
			w.Last = made
			return nil
		}
		return w.BlockedOn("connector-service-name-kept", scenario.Found(made, fmt.Sprintf("the service_name %q, by which the connector is updated", sent), "%q", answered))
	}
	w.connector.service, w.Last = answered, made
	return nil
}

// showsServiceNameInPath checks that a response is about the connector of the path.
//
// Promise connector-service-name-kept
func (w *World) showsServiceNameInPath() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.service_name", scenario.String)
	if err != nil {
		return err
	}
	if v.String() != w.connector.service {
		return scenario.Found(w.Last, fmt.Sprintf("the service_name %q", w.connector.service), "%s", v.Raw)
	}
	return nil
}

// updates reports whether an update of a service_name's label succeeds.
func (w *World) updates(service string) bool {
	r := scenario.WithBody(w.Request(spec.UpdateConnector, url.PathEscape(service)), map[string]any{"connector": map[string]any{"label": w.run.Name()}})
	e := w.Probe(r)
	return e.OK() && !e.Rejected() && e.Effect() != ""
}

func (w *World) updateWithoutConnector() error {
	empty, err := w.connectorUpdate(func(b map[string]any) { delete(b, "connector") })
	if err != nil {
		return err
	}
	flat, err := w.connectorUpdate(func(b map[string]any) {
		maps.Copy(b, b["connector"].(map[string]any))
		delete(b, "connector")
	})
	if err != nil {
		return err
	}
	return w.sendEither(empty, flat)
}

func (w *World) updateUnknownConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.UpdateConnector, w.run.NoConnector()).Path, false
	w.Send(r)
	return nil
}

func (w *World) updateServiceName() error {
	r, err := w.connectorUpdate(func(b map[string]any) {
		b["connector"] = map[string]any{"label": w.run.Name(), "service_name": w.run.NoConnector()}
	})
	if err != nil {
		return err
	}
	w.Probe(r)
	return nil
}
