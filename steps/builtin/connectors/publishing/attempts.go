package publishing

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// attempt is the publishing of a connector. Before publishOnce sends its requests, it has the
// connector only.
type attempt struct {
	connector world.Connector
	// made says that the connector is the run's own, labelled that its update showed the label that
	// was sent.
	made, labelled bool
	// faulty are the responses to the faulty requests, by the names of their faults, and good is the
	// one to the good request after them.
	faulty map[string]*client.Exchange
	good   *client.Exchange
}

// request returns the good request.
func (a attempt) request(w *world.World) client.Request {
	return w.Request(spec.PublishConnector, url.PathEscape(a.connector.Service))
}

// publish publishes a connector of the run, where that is allowed, or the one that the target
// file gives for it: also where those of the run are rejected.
func publish(w *world.World) (*result, error) {
	named := attempt{connector: world.Connector{Service: w.Run.Target.Resources.PublishableConnectorServiceName}}
	own, err := publishOwn(w)
	p := &result{}
	switch {
	case own == nil && named.connector.Service != "":
		p.attempt = publishOnce(w, named)
	case err != nil:
		return nil, err
	case named.connector.Service == "":
		p.attempt = *own
	case own.mayAnotherSucceed():
		w.Remark("a connector of the run is not published, but rejected with %s: that of the target file is published "+
			"instead", scenario.Rejection(own.good))
		p.attempt, p.own = publishOnce(w, named), own.good
	default:
		p.attempt, p.named = *own, publishNamed(w, named)
	}
	for _, e := range append(slices.Collect(maps.Values(p.faulty)), p.good, p.named) {
		w.Run.Keep(e, scenario.MaxKept)
	}
	return p, nil
}

// publishOwn publishes a connector of the run, where that is allowed and its creation succeeds.
func publishOwn(w *world.World) (*attempt, error) {
	if !w.Run.Target.AllowPublish {
		return nil, outcome.SkipFor("allow_publish: true or resources.publishable_connector_service_name", report.LeftOut,
			"publishing cannot be undone: the target file gives neither allow_publish nor "+
				target.PublishableConnectorServiceName)
	}
	a, err := createPublishable(w)
	if err != nil {
		return nil, err
	}
	a = publishOnce(w, a)
	return &a, nil
}

// publishOnce sends the faulty requests of an attempt, and then the good one.
func publishOnce(w *world.World, a attempt) attempt {
	a.faulty = map[string]*client.Exchange{}
	var faults []tokens.Fault
	if w.Run.Repeats(spec.PublishConnector) {
		faults = tokenFaults(w)
	}
	var sent []*client.Exchange
	for _, f := range faults {
		r := a.request(w)
		r.Allowed = false
		f.Change(&r)
		a.faulty[f.Name] = w.Send(r)
		sent = append(sent, a.faulty[f.Name])
	}
	a.good = w.Send(a.request(w))
	if a.good.Broken() {
		// No later scenario publishes, so the retry is here.
		sent = append(sent, a.good)
		lost := a.good.Failed
		a.good = w.Send(a.request(w))
		a.good.Failed += lost // the first one may have succeeded
	}
	record(w, a.connector, append(sent, a.good)...)
	if a.showsAnotherLabel() {
		if later, err := createLater(w); err == nil {
			later.faulty, later.good = a.faulty, w.Send(later.request(w))
			record(w, later.connector, later.good)
			a = later
		}
	}
	if len(faults) > 0 {
		publishWithoutToken(w, a.good)
		findCarriedOut(w, a, faults)
	}
	return a
}

// showsAnotherLabel reports whether the run's own connector was published with another label than
// it was sent.
func (a attempt) showsAnotherLabel() bool {
	shown := a.good.Get(client.LabelShown)
	return a.made && shown.Type == gjson.String && !probe.Same(a.connector.Label, shown.String())
}

// leaked reports whether a faulty request published: the good one may be rejected
// because of it.
func (a attempt) leaked() bool {
	for _, e := range a.faulty {
		if e.Effect() != "" {
			return true
		}
	}
	return false
}

// mayAnotherSucceed reports whether the publishing was rejected, and that of another connector may
// succeed: a token may publish some connectors only.
func (a attempt) mayAnotherSucceed() bool {
	rejected := scenario.RejectsBody(a.good) || a.good.Rejected() && a.good.Status == http.StatusForbidden
	return rejected && !a.good.Broken() && a.good.Failed == 0 && !a.leaked()
}

// createPublishable makes a connector of the run with a label that was changed once.
func createPublishable(w *world.World) (a attempt, err error) {
	if err := connectors.Created(w); err != nil {
		return a, err
	}
	r, err := connectors.UpdateRequest(w, nil)
	if err != nil {
		return a, err
	}
	if r.Carries == client.Labels {
		r.Carries = client.PublishedLabels // only this shows the texts that publishing alone changes
	}
	connectors.Relabel(w, r)
	shown := w.Last.Get(client.LabelShown)
	labelled := shown.Type == gjson.String && probe.Same(w.Connector.Label, shown.String())
	return attempt{connector: w.Connector, made: true, labelled: labelled}, nil
}

// createLater creates another connector instead of one that was published with another
// label: a new label may become visible late, and publishing may lag where an update does
// not. It returns when limits.settle has passed since the label was sent.
func createLater(w *world.World) (attempt, error) {
	a, err := createPublishable(w)
	if err != nil {
		return a, err
	}
	return a, w.Pause(time.Duration(w.Run.Target.Limits.Settle))
}

// publishNamed publishes the connector that the target file gives. Its owner created
// it, so it may have members that connectors of the run do not.
//
// Promise connector-service-name-kept
func publishNamed(w *world.World, named attempt) *client.Exchange {
	r := named.request(w)
	r.Allowed = false
	e := w.Send(r)
	if e.Accepted() {
		w.CheckSuccess(e)
		if shown := e.Get("data.service_name"); shown.Type == gjson.String && shown.Str != named.connector.Service {
			w.Run.Accuse(outcome.Found(e, fmt.Sprintf("the service_name %q", named.connector.Service),
				"%s", shown.Raw).About("connector-service-name-kept"))
		}
	}
	record(w, named.connector, e)
	return e
}
