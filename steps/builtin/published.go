package builtin

import (
	"fmt"

	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// showsPublished checks the label that publishing shows: two connectors were published
// where it is another one.
func (w *World) showsPublished() error {
	p, err := w.run.publishing.Get(w.publish)
	if err != nil {
		return err
	}
	shown, err := w.Value(p.good, "data.label", scenario.String)
	if err != nil {
		return err
	}
	if p.labelled && !probe.Same(p.connector.label, shown.String()) {
		return scenario.Found(p.good, fmt.Sprintf("the label %q, which the update before showed", p.connector.label), "%s", shown.Raw)
	}
	return w.notOld(p.good, "data.label", p.connector.label, p.connector.hadLabel)
}

func (w *World) publishAgain() error {
	p, err := w.run.publishing.Get(w.publish)
	if err != nil {
		return err
	}
	e, err := p.again.Get(func() (*client.Exchange, error) {
		r := p.good.Request
		r.Allowed = false
		e := w.Send(r)
		w.notePublishing(p.connector, e)
		w.run.Keep(e, scenario.MaxKept)
		return e, nil
	})
	if err == nil {
		w.Take(e)
	}
	return err
}

func (w *World) updateAfterPublishing() error {
	p, err := w.run.publishing.Get(w.publish)
	switch {
	case err != nil:
		return err
	case !p.made:
		return scenario.SkipFor("allow_publish: true", report.Narrowed, "the published connector is not the run's own: it is not changed")
	}
	e, err := p.update.Get(func() (*client.Exchange, error) {
		w.connector = p.connector
		if r, err := w.withoutLabel(); err == nil {
			p.kept = w.Probe(r)
		}
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return nil, err
		}
		r.Allowed = false
		w.relabel(r)
		w.run.Keep(w.Last, scenario.MaxKept)
		p.updated = w.connector
		return w.Last, nil
	})
	if err == nil {
		w.Take(e)
		w.connector = p.updated
	}
	return err
}

// keptThroughPublishing checks that a published connector has the label from before,
// where an update of another member shows it.
//
// Promise connector-label-kept
func (w *World) keptThroughPublishing() error {
	p, err := w.run.publishing.Get(w.publish)
	if err != nil {
		return err
	}
	e := p.kept
	if e == nil || !e.OK() || e.Rejected() {
		return scenario.Skip(report.MissingTestData, "no read-back: a published connector is not updated")
	}
	w.ReadBackBy("an update of another member")
	return w.notOld(e, "data.label", p.connector.label, p.connector.hadLabel)
}
