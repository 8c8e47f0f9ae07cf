package connectors

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// createThree creates a connector, has a creation rejected, creates a second one right after
// that, and a third with the first one's label and a longer service_name.
func createThree(w *world.World) (*threeConnectors, error) {
	p := &threeConnectors{}
	short, err := createLonger(w)
	if err != nil {
		return nil, err
	}
	p.first = w.Connector
	invalid := p.createInvalid(w)
	named := plainCreation(w, func(c map[string]any) { c["service_name"] = short })
	err = w.AfterRejected("connectors-are-created", func() { p.reject(w, invalid) }, func() (client.Request, error) {
		next := named
		named = plainCreation(w, nil) // the service_name may be what is rejected
		return next, nil
	}, func(r client.Request) error { w.Send(r); return takeConnector(w) })
	if err != nil {
		return nil, err
	}
	p.second = w.Connector
	if err := createNamedAfter(w, p.first); err != nil {
		return nil, err
	}
	p.third = w.Connector
	return p, nil
}

// createInvalid sends invalid creations until one is rejected, and returns the last.
func (p *threeConnectors) createInvalid(w *world.World) (invalid client.Request) {
	for _, invalid = range []client.Request{
		Request(w, func(c map[string]any) { c["configuration_definition"] = noObject }),
		Request(w, func(c map[string]any) { c["label"] = map[string]any{"text": w.Run.Name()} }),
		scenario.CutOff(Request(w, nil)),
	} {
		invalid.Carries = client.NoText
		if p.reject(w, invalid); p.rejected != nil {
			break
		}
	}
	return invalid
}

// reject sends an invalid creation, and notes it where it is rejected.
func (p *threeConnectors) reject(w *world.World, invalid client.Request) {
	if e := w.Probe(invalid); e.RejectedWithoutEffect() {
		p.rejected = e
	}
}

// plainCreation is Request with a plain label, so that a rejection is not due to its text.
func plainCreation(w *world.World, change func(connector map[string]any)) client.Request {
	r := Request(w, change)
	r.Carries = client.NoText
	return r
}

// createLonger creates a connector, and returns a service_name with which its own begins,
// for one that is created after it.
func createLonger(w *world.World) (short string, err error) {
	w.Send(Request(w, func(c map[string]any) {
		short = c["service_name"].(string)
		c["service_name"] = short + "x"
	}))
	if scenario.RejectsBody(w.Last) {
		return short, Created(w)
	}
	return short, takeConnector(w)
}

// createNamedAfter creates a connector with the label of another, whose service_name begins
// with that one's, is long and has capitals, a dot, a plus sign and a dash; or, where that is
// rejected, lacks some of these signs. Where that is rejected too, it creates a
// plain one with a label of its own.
func createNamedAfter(w *world.World, other world.Connector) error {
	for _, signs := range [][3]string{{".", "+", "-"}, {".", "", "-"}, {".", "+", ""}, {".", "", ""}, {}} {
		more := "With" + signs[0] + "Capitals" + signs[1] + "And" + signs[2] + "LongerThanSixtyFourCharactersAltogether"
		r := plainCreation(w, func(c map[string]any) {
			c["service_name"], c["label"] = other.Service+more, other.Label
		})
		r.Unrepeated = true // such a service_name may be rejected
		w.Send(r)
		if !scenario.RejectsBody(w.Last) {
			return takeConnector(w)
		}
	}
	r := plainCreation(w, nil)
	r.Unrepeated = true
	w.Send(r)
	return takeConnector(w)
}
