package connectors

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// LabelRows are the steps that read a connector's label back. Package publishing has one more, which
// is on the response to publishing, too.
var LabelRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the new label is saved$`, Example: `the new label is saved`,
			Aliases: []string{`^the new label is kept$`},
			Doc: "An update of another member shows it. Only an earlier label of the connector is a violation, where it shows " +
				"for limits.settle.",
			Requires: []vocabulary.Thing{rows.AConnector}, Footprint: vocabulary.Footprint{Requests: 1},
			Checks: "connector-label-kept",
			Func:   ReadLabelBack,
		},
		{
			Pattern: `^three more labels are saved, one after the other$`, Example: `three more labels are saved, one after the other`,
			Aliases: []string{`^each of three more (?:updates saves its label|labels is saved)$`},
			Doc: "Three more updates, the third with the label from before the other two, and after each of them an update of " +
				"another member, which shows what is saved.",
			Requires: []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: threeMore,
			Checks: "connector-label-kept",
			Func:   saveThreeMore,
		},
		{
			Pattern: `^the last update, sent again, shows the same label$`, Example: `the last update, sent again, shows the same label`,
			Aliases:    []string{`^the same update of the connector shows the same label$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "Sends the last successful update once more. A success is checked as any other, and shows the same label; a " +
				"rejection is allowed.",
			Requires: []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: rows.OfAsking,
			Checks: "connector-label-kept",
			Func:   sameLabelAgain,
		},
	},
}

// ShowsLabel compares the response to an update with the label that was sent last.
func ShowsLabel(w *world.World) error {
	if w.Connector.Label == "" {
		return outcome.SkipFor(target.SampleConnector, report.LeftOut, "the connector is not the run's own: its label is not known")
	}
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	return ownLabelIsNotOld(w, w.Last)
}

// LabelIsNotOld checks that what reads a connector back does not show a label from before the last
// update: see CheckNotOld.
func LabelIsNotOld(w *world.World, c world.Connector, e *client.Exchange) error {
	return w.CheckNotOld(e, writtenLabel(w, c))
}

// ownLabelIsNotOld is LabelIsNotOld for the response to an update of the connector at hand: see
// CheckOwnNotOld.
func ownLabelIsNotOld(w *world.World, e *client.Exchange) error {
	return w.CheckOwnNotOld(e, writtenLabel(w, w.Connector))
}

func writtenLabel(w *world.World, c world.Connector) world.Written {
	return world.Written{Promise: "connector-label-kept", Path: client.LabelShown, Sent: c.Label, IsOld: c.HadLabel, Read: readLabel(w)}
}

// readLabel returns how the label of the scenario's connector is read back.
func readLabel(w *world.World) func() *client.Exchange {
	return func() *client.Exchange {
		r, err := WithoutLabel(w)
		if err != nil {
			return nil
		}
		return w.ProbeAside(r)
	}
}

// threeMore is three updates, each read back.
var threeMore = func() (all vocabulary.Footprint) {
	for range 3 {
		all = all.Plus(rows.OfRelabelling).Plus(vocabulary.Footprint{Requests: 1})
	}
	return all
}()

// saveThreeMore counts writes on: the fourth has to be saved as the first is. The
// second label is sent alone, where that is accepted. The third is the one from before the
// other two, which has to be saved as a new one is.
func saveThreeMore(w *world.World) error {
	before := w.Connector.Label
	for n := range 3 {
		r, err := UpdateRequest(w, func(body map[string]any) {
			if n == 2 && before != "" {
				body["connector"].(map[string]any)["label"] = before
			}
		})
		if err != nil {
			return err
		}
		if n == 1 {
			ShortenUpdate(w, &r)
		}
		r.Allowed = n < 2
		Relabel(w, r)
		if err := ReadLabelBack(w); err != nil {
			return err
		}
	}
	return nil
}

// ReadLabelBack reads the label back: an update of another member shows it. Where that is
// rejected, the response to the update itself must not show an old label.
//
// Promise connector-label-kept
func ReadLabelBack(w *world.World) error {
	updated := w.Last
	if err := w.Usable(updated); err != nil {
		return err
	}
	r, err := WithoutLabel(w)
	if err != nil {
		return err
	}
	unlock := LockLabel(w, w.Connector)
	e := w.ProbeAside(r)
	unlock()
	if !e.Accepted() {
		if err := LabelIsNotOld(w, w.Connector, updated); err != nil {
			return err
		}
		accuseLost(w, e) // may give the connector another label
		return outcome.Skip(report.MissingTestData, "no read-back: an update of another member is %s", e.Outcome())
	}
	w.ReadBackBy("an update of another member")
	if e, err = w.CaughtUp(e, w.Connector.ShowsEarlierLabel, w.Probing(r)); err != nil {
		return err
	}
	history.Of(w.Run).Labels.NoteKept(w.Connector, e)
	return LabelIsNotOld(w, w.Connector, e)
}

// sameLabelAgain sends an update that changes nothing.
//
// Promise connector-label-kept
func sameLabelAgain(w *world.World) error {
	update := ofScenario(w).relabelled
	if update == nil || world.SentMember(update, "label") != w.Connector.Label {
		return outcome.Skip(report.MissingTestData, "the connector was not updated before")
	}
	e, err := w.Again(update)
	if e == nil || err != nil {
		return err
	}
	return ownLabelIsNotOld(w, e)
}

// ReadBackUpdate reads back a rejected update: an update of another member shows the label,
// which has to be the one from before.
func ReadBackUpdate(w *world.World, rejected *client.Exchange) world.ReadBack {
	r, err := WithoutLabel(w)
	if err != nil {
		return world.ReadBack{}
	}
	before := history.Of(w.Run).Labels.ShownLast(w.Connector.Service)
	e := w.ProbeAside(r)
	label := e.Get(client.LabelShown)
	if !e.Accepted() || label.Type != gjson.String {
		accuseLost(w, e)
		return world.ReadBack{}
	}
	if w.WasRejected(label.String(), rejected, func(e *client.Exchange) string { return world.SentMember(e, "label") }) {
		return world.ReadBack{Effect: "the connector has the label that was rejected", Response: e}
	}
	accuseReturned(w, e)
	if before != "" && label.String() != before && history.IsForeign(w.Run, w.Connector.Service, label.String()) {
		if lost := reproduceLostLabel(w, w.SentWith(rejected)); lost != nil {
			return world.ReadBack{Effect: "the connector has lost its label", Response: lost}
		}
	}
	return world.ReadBack{Response: e}
}

// accuseReturned accuses the deployment where a label from before the last update is back, and stays
// for limits.settle: e is the response to an update of another member.
//
// Promise connector-label-kept
func accuseReturned(w *world.World, e *client.Exchange) {
	r, c := e.Request, w.Connector
	isBack := func(e *client.Exchange) bool { return e.Accepted() && c.ShowsEarlierLabel(e) }
	e, err := w.CaughtUp(e, isBack, w.Probing(r))
	if err == nil && isBack(e) {
		w.Run.Accuse(outcome.Found(e, fmt.Sprintf("data.label to be %q, which was sent last", c.Label), "%s, from before", e.Get(client.LabelShown).Raw).
			At(client.LabelShown).About("connector-label-kept"))
	}
}

// reproduceLostLabel returns a response which shows that the connector at hand loses its label when
// updates are rejected; nil where it does not. It is asked where the label changed: another
// request may have been the reason. So the connector gets a new label, which the response and
// an update of another member have to show; then the rejected updates are sent again, after
// which two such updates show another one.
func reproduceLostLabel(w *world.World, rejected []*client.Exchange) *client.Exchange {
	LockConnector(w, w.Connector)
	r, err := plainUpdate(w)
	if err != nil {
		return nil
	}
	update := w.Exchange(r)
	if NoteLabel(w, update); w.Usable(update) != nil {
		return nil
	}
	label := w.Connector.Label
	another := func(e *client.Exchange) bool { return e == nil || e.Get(client.LabelShown).String() != label }
	read := readLabel(w)
	if another(update) || another(read()) {
		return nil
	}
	lost := func(e *client.Exchange) bool {
		return e != nil && e.Accepted() && e.Get(client.LabelShown).Type == gjson.String &&
			history.IsForeign(w.Run, w.Connector.Service, e.Get(client.LabelShown).String())
	}
	return w.FindLostText(rejected, read, another, lost)
}

// WithoutLabel returns an update that does not change the label, and whose response
// shows it: of another member, or of none where the connector is not the run's own.
func WithoutLabel(w *world.World) (client.Request, error) {
	if err := ensureConnector(w); err != nil {
		return client.Request{}, err
	}
	return withoutLabelOf(w, w.Connector), nil
}

// withoutLabelOf is WithoutLabel for any connector.
func withoutLabelOf(w *world.World, c world.Connector) client.Request {
	return updateOf(w, c, func(b map[string]any) {
		connector := map[string]any{}
		if c.Whole != nil {
			connector["data"] = data(w)
		}
		b["connector"] = connector
	})
}
