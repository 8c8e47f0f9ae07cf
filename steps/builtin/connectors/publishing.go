package connectors

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// PublishingRows are the steps on publishing.
var PublishingRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^a connector was published$`, Example: `a connector was published`,
			Operations: []string{spec.PublishConnector},
			Doc: "Publishes one connector, once for the whole run: a new one with allow_publish, else " +
				"resources.publishable_connector_service_name. Requests with wrong tokens are sent first.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true, Footprint: rows.OfPublishing,
			Func: Published,
		},
		{
			Pattern: `^the target file's connector was published$`, Example: `the target file's connector was published`,
			Aliases:    []string{`^the target's own connector was published$`},
			Operations: []string{spec.PublishConnector},
			Doc: "Publishes resources.publishable_connector_service_name, once for the whole run. Without it, or where that is " +
				"rejected, the scenario is skipped.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true, Footprint: rows.OfPublishing,
			Func: namedPublished,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I publish it again$`, Example: `I publish it again`,
			Operations: []string{spec.PublishConnector},
			Doc:        "The second publishing of the run's published connector. Where it succeeds, its response is checked against the contract.",
			Requires:   []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: rows.OfPublishing.Plus(rows.OfAsking),
			Func: publishAgain,
		},
		{
			Pattern: `^I update it after publishing$`, Example: `I update it after publishing`,
			Operations: []string{spec.UpdateConnector},
			Doc: "An update of the run's published connector, where it is the run's own: once of another member than the " +
				"label, and once of the label.",
			Requires: []vocabulary.Thing{rows.AConnector}, Provides: []vocabulary.Thing{rows.AnUpdateAfter}, Writes: true,
			Footprint: rows.OfPublishing.Plus(rows.OfAsking).Plus(rows.OfAsking),
			Func:      updateAfterPublishing,
		},
		{
			Pattern:    `^I update the connector after another one was published$`,
			Example:    `I update the connector after another one was published`,
			Aliases:    []string{`^I update the connector, as one was before its publishing$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "A new label for a connector that was not published. A rejection is tried again after pauses; it breaks a " +
				"promise where the published connector was updated like this.",
			Requires: []vocabulary.Thing{rows.AConnector}, Writes: true,
			Footprint: rows.OfPublishing.Plus(rows.OfRelabelling).Plus(vocabulary.Footprint{Requests: 2}),
			Func:      updateAfterAnothersPublishing,
		},
		{
			Pattern: `^I publish a connector that does not exist$`, Example: `I publish a connector that does not exist`,
			Operations: []string{spec.PublishConnector},
			Doc:        "PUT to a random service_name.",
			Writes:     true,
			Func:       publishUnknown,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^publishing did not change its label$`, Example: `publishing did not change its label`,
			Doc: "The update of another member does not show the label from before the last one that was sent; where it is " +
				"rejected, the scenario is skipped.",
			Requires: []vocabulary.Thing{rows.AnUpdateAfter},
			Checks:   "connector-label-kept",
			Func:     keptThroughPublishing,
		},
	},
}

// publishing holds the responses about the one connector that the run publishes. As
// that can be done only once, the faulty requests are sent first.
type publishing struct {
	connector world.Connector
	// made says that the connector is the run's own, labelled that its update showed the
	// label that was sent.
	made, labelled bool
	faulty         map[string]*client.Exchange
	good           *client.Exchange
	// own is the rejected publishing of a connector of the run, before that of the target file.
	own *client.Exchange
	// named is the publishing of the connector that the target file gives,
	// where the run published one of its own before.
	named *client.Exchange
	// again is a second publishing, and update an update after it, where a scenario
	// asks for them.
	again, update scenario.Shared[*client.Exchange]
	// kept is an update of another member than the label, right before update, and
	// updated the connector after that.
	kept    *client.Exchange
	updated world.Connector
}

// Published provides the test data of scenarios on publishing.
func Published(w *world.World) error {
	p, err := sharedPublishing(w)
	if err != nil {
		return err
	}
	w.Operation, w.Connector = spec.PublishConnector, p.connector
	w.Adopt(p.good)
	err = w.Usable(p.good)
	switch {
	case err == nil, p.leaked():
		return nil
	case !p.made:
		return publishedBefore(w, p.own, p.good, err)
	}
	return err
}

// sharedPublishing is what the run publishes: see publish.
func sharedPublishing(w *world.World) (*publishing, error) {
	return ofRun(w.Run).publishing.Get(func() (*publishing, error) { return publish(w) })
}

// publish publishes a connector of the run, where that is allowed, or the one that the target
// file gives for it: also where those of the run are rejected.
func publish(w *world.World) (*publishing, error) {
	p := &publishing{}
	named := w.Run.Target.Resources.PublishableConnectorServiceName
	var rejected error
	if w.Run.Target.AllowPublish {
		rejected = createPublishable(w, p)
	}
	switch {
	case p.made:
	case named != "":
		p.connector = world.Connector{Service: named}
	case rejected != nil:
		return nil, rejected
	default:
		return nil, outcome.SkipFor("allow_publish: true or resources.publishable_connector_service_name", report.LeftOut,
			"publishing cannot be undone: the target file gives neither allow_publish nor resources.publishable_connector_service_name")
	}
	p.send(w)
	switch {
	case !p.made || named == "":
	case mayBeItsConnector(p.good) && !p.good.Broken() && p.good.Failed == 0 && !p.leaked():
		w.Remark("a connector of the run is not published, but rejected with %s: that of the target file is published instead",
			scenario.Rejection(p.good))
		p = &publishing{connector: world.Connector{Service: named}, own: p.good}
		p.send(w)
	default:
		p.named = publishNamed(w, named)
	}
	for _, e := range append(slices.Collect(maps.Values(p.faulty)), p.good, p.named) {
		w.Run.Keep(e, scenario.MaxKept)
	}
	return p, nil
}

// mayBeItsConnector reports whether a publishing was rejected, and that of another connector may
// be accepted: a token may publish some connectors only.
func mayBeItsConnector(e *client.Exchange) bool {
	return scenario.RejectsBody(e) || e.Rejected() && e.Status == http.StatusForbidden
}

// send sends the faulty requests, and then the good one.
func (p *publishing) send(w *world.World) {
	request := w.Request(spec.PublishConnector, url.PathEscape(p.connector.Service))
	faults := tokenFaults(w)
	if !w.Run.Repeats(spec.PublishConnector) {
		faults = nil
	}
	p.faulty = map[string]*client.Exchange{}
	for _, f := range faults {
		r := request
		r.Allowed = false
		f.Change(&r)
		p.faulty[f.Name] = w.Send(r)
	}
	sent := slices.Collect(maps.Values(p.faulty))
	p.good = w.Send(request)
	if p.good.Broken() {
		// No later scenario publishes, so the retry is here.
		sent = append(sent, p.good)
		lost := p.good.Failed
		p.good = w.Send(request)
		p.good.Failed += lost // the first one may have succeeded
	}
	notePublishing(w, p.connector, append(sent, p.good)...)
	if shown := p.good.Get("data.label"); p.made && shown.Type == gjson.String && !probe.Same(p.connector.Label, shown.String()) {
		if request, err := publishLater(w, p); err == nil {
			p.good = w.Send(request)
			notePublishing(w, p.connector, p.good)
		}
	}
	if len(faults) > 0 {
		publishedWithoutToken(w, p.good)
		p.findCarriedOut(w, faults)
	}
}

// publishLater creates another connector instead of one that was published with another
// label: a new label may become visible late, and publishing may lag where an update does
// not. It publishes after limits.settle has passed since the label was sent.
func publishLater(w *world.World, p *publishing) (client.Request, error) {
	request := w.Request(spec.PublishConnector, url.PathEscape(p.connector.Service))
	if err := createPublishable(w, p); err != nil {
		return request, err
	}
	if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
		return request, err
	}
	return w.Request(spec.PublishConnector, url.PathEscape(p.connector.Service)), nil
}

// publishNamed publishes the connector that the target file gives. Its owner created
// it, so it may have members that connectors of the run do not.
//
// Promise connector-service-name-kept
func publishNamed(w *world.World, service string) *client.Exchange {
	r := w.Request(spec.PublishConnector, url.PathEscape(service))
	r.Allowed = false
	e := w.Send(r)
	if e.Accepted() {
		w.CheckSuccess(e)
		if shown := e.Get("data.service_name"); shown.Type == gjson.String && shown.Str != service {
			w.Run.Accuse(outcome.Found(e, fmt.Sprintf("the service_name %q", service),
				"%s", shown.Raw).About("connector-service-name-kept"))
		}
	}
	notePublishing(w, world.Connector{Service: service}, e)
	return e
}

// namedPublished provides the test data of scenarios on the connector that the target
// file gives for publishing.
func namedPublished(w *world.World) error {
	p, err := sharedPublishing(w)
	switch {
	case err != nil:
		return err
	case w.Run.Target.Resources.PublishableConnectorServiceName == "":
		return outcome.SkipFor("resources.publishable_connector_service_name", report.LeftOut,
			"the target file gives no resources.publishable_connector_service_name")
	case !p.made:
		return Published(w)
	}
	w.Operation, w.Connector = spec.PublishConnector, world.Connector{Service: w.Run.Target.Resources.PublishableConnectorServiceName}
	w.Adopt(p.named)
	return publishedBefore(w, nil, p.named, w.Usable(p.named))
}

// createPublishable makes a connector of the run with a label that was changed once.
func createPublishable(w *world.World, p *publishing) error {
	if err := Created(w); err != nil {
		return err
	}
	r, err := UpdateRequest(w, nil)
	if err != nil {
		return err
	}
	if r.Carries == client.Labels {
		r.Carries = client.PublishedLabels // only this shows the texts that publishing alone changes
	}
	Relabel(w, r)
	shown := w.Last.Get("data.label")
	p.connector, p.made, p.labelled = w.Connector, true, shown.Type == gjson.String && probe.Same(w.Connector.Label, shown.String())
	return nil
}

func publishUnknown(w *world.World) error {
	r := w.Request(spec.PublishConnector, w.Run.NoConnector())
	r.Allowed = false
	w.Send(r)
	return nil
}
