package texts

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/vocabulary"
)

// WordRows are the steps on labels that look like values of another type: a response may
// show them as they were sent where they are stored as those values.
var WordRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern:    `^I give the connector labels such as true, null and 007$`,
			Example:    `I give the connector labels such as true, null and 007`,
			Aliases:    []string{`^I (?:give the connector labels|relabel the connector with words) that look like values$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "An update per word (null, true, no, 007, 0, 1e3, a date, an object of JSON). Each is read back with an " +
				"update of another member.",
			Requires: []vocabulary.Thing{rows.AConnector}, Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: ofTrying("words", vocabulary.Footprint{Requests: 2 * len(probe.Words())}),
			Func:      tryWords,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^each of these labels is saved$`, Example: `each of these labels is saved`,
			Doc: "An update of another member showed each label as it was sent. One that differs is sent once more, after a name " +
				"that is shown as it was sent.",
			Requires: []vocabulary.Thing{rows.ATriedText}, Footprint: vocabulary.Footprint{Requests: 4},
			Func: areWordsSaved,
		},
	},
}

// savedWord is a label that was sent, and the response to a later update of another member.
type savedWord struct {
	class probe.Class
	sent  string
	later *client.Exchange
}

// differs reports whether the response shows another text than was sent. Of what is no
// text, the contract says so.
func (s savedWord) differs() bool {
	shown := s.later.Get(client.LabelShown)
	return s.later.Accepted() && shown.Type == gjson.String && !probe.Same(s.sent, shown.String())
}

// isShown reports whether the response shows the text that was sent.
func (s savedWord) isShown() bool {
	return s.later.Get(client.LabelShown).Type == gjson.String && !s.differs()
}

// tryWords relabels the connector with one word after another, and reads each back.
func tryWords(w *world.World) error {
	return try(w, client.WordLabels, func() error {
		r, err := connectors.UpdateRequest(w, nil)
		if err != nil {
			return err
		}
		r.Carries = client.WordLabels
		s, err := relabelAndRead(w, r)
		if err != nil {
			return err
		}
		id := ofRun(w.Run).classOf(client.WordLabels, s.sent)
		for _, class := range probe.Words() {
			if s.class = class; class.ID == id {
				ofScenario(w).words = append(ofScenario(w).words, s)
			}
		}
		return nil
	})
}

// relabelAndRead sends an update with a label, and one of another member.
func relabelAndRead(w *world.World, r client.Request) (s savedWord, err error) {
	connectors.Relabel(w, r)
	if err := w.Usable(w.Last); err != nil {
		return s, err
	}
	if r, err = connectors.WithoutLabel(w); err != nil {
		return s, err
	}
	read := w.Probing(r)
	later, err := w.CaughtUp(read(), w.Connector.ShowsEarlierLabel, read)
	return savedWord{sent: w.Connector.Label, later: later}, err
}

// areWordsSaved fails where an update of another member shows a word otherwise than it was
// sent, twice, and a name as it was sent.
//
// Promise connector-label-kept
func areWordsSaved(w *world.World) error {
	for _, s := range ofScenario(w).words {
		if !s.differs() {
			continue
		}
		r, err := connectors.UpdateRequest(w, nil)
		if err != nil {
			return err
		}
		r.Carries = client.NoText
		name, err := relabelAndRead(w, r)
		if err != nil {
			return err
		}
		if !name.isShown() {
			w.Remark("an update of another member does not show the label that was sent last")
			return nil
		}
		r.Carries = client.WordLabels
		again, err := relabelAndRead(w, withText(w, r, s.class))
		if err != nil {
			return err
		}
		if again.differs() {
			return outcome.Found(again.later, fmt.Sprintf("data.label to be %q, as it was sent before", again.sent), "%s",
				client.Shown(again.later.Get(client.LabelShown))).At(client.LabelShown)
		}
	}
	return nil
}
