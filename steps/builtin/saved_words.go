package builtin

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// wordRows are the steps on labels that look like values of another type: a response may
// show them as they were sent where they are stored as those values.
var wordRows = rows{
	when: []step{
		{
			Pattern: `^I relabel the connector with words that look like values$`, Example: `I relabel the connector with words that look like values`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "An update per word (null, true, no, 007, 1e3, a date, an object of JSON), and after each one an update of another member, which shows what is saved.",
			Requires:   []thing{AConnector}, Provides: []thing{ATriedText}, Writes: true,
			Footprint: ofTrying("words", footprint{Requests: 2 * len(probe.Words())}),
			Func:      (*World).tryWords,
		},
	},
	then: []step{
		{
			Pattern: `^each of these labels is saved$`, Example: `each of these labels is saved`,
			Doc:      "An update of another member showed each label as it was sent. One that differs is sent once more, after a name that is shown as it was sent.",
			Requires: []thing{ATriedText}, Footprint: footprint{Requests: 4},
			Func: (*World).areWordsSaved,
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
	shown := s.later.Get("data.label")
	return s.later.OK() && !s.later.Rejected() && shown.Type == gjson.String && !probe.Same(s.sent, shown.String())
}

// isShown reports whether the response shows the text that was sent.
func (s savedWord) isShown() bool {
	return s.later.Get("data.label").Type == gjson.String && !s.differs()
}

// tryWords relabels the connector with one word after another, and reads each back.
func (w *World) tryWords() error {
	return w.try(wordLabels, func() error {
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return err
		}
		r.Carries = wordLabels
		s, err := w.relabelAndRead(r)
		if err != nil {
			return err
		}
		id := w.run.texts.classOf(wordLabels, s.sent)
		for _, class := range probe.Words() {
			if s.class = class; class.ID == id {
				w.words = append(w.words, s)
			}
		}
		return nil
	})
}

// relabelAndRead sends an update with a label, and one of another member.
func (w *World) relabelAndRead(r client.Request) (s savedWord, err error) {
	w.relabel(r)
	e := w.Last
	if err := w.Usable(e); err != nil {
		return s, err
	}
	if r, err = w.withoutLabel(); err != nil {
		return s, err
	}
	lags := func(e *client.Exchange) bool { return w.connector.hadLabel(e.Get("data.label").String()) }
	later, err := w.CaughtUp(w.Probe(r), lags, func() *client.Exchange { return w.Probe(r) })
	w.Last = e
	return savedWord{sent: w.connector.label, later: later}, err
}

// areWordsSaved fails where an update of another member shows a word otherwise than it was
// sent, twice, and a name as it was sent.
//
// Promise connector-label-kept
func (w *World) areWordsSaved() error {
	for _, s := range w.words {
		if !s.differs() {
			continue
		}
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return err
		}
		r.Carries = ""
		name, err := w.relabelAndRead(r)
		if err != nil {
			return err
		}
		if !name.isShown() {
			w.Remark("an update of another member does not show the label that was sent last")
			return nil
		}
		r.Carries = wordLabels
		again, err := w.relabelAndRead(w.withText(r, s.class))
		if err != nil {
			return err
		}
		if again.differs() {
			return scenario.Found(again.later, fmt.Sprintf("data.label to be %q, as it was sent before", again.sent), "%s", client.Shown(again.later.Get("data.label")))
		}
	}
	return nil
}
