package publishing

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// publishAgain publishes the connector that the run has published once more, once in a run.
func publishAgain(w *world.World) error {
	p, err := shared(w)
	if err != nil {
		return err
	}
	e, err := p.again.Get(func() (*client.Exchange, error) {
		defer connectors.LockLabel(w, p.connector)()
		before := history.Of(w.Run).Labels.ShownLast(p.connector.Service)
		e := w.ProbeAside(p.good.Request) // whether it succeeds is open; a success has the form of the first
		record(w, p.connector, e)
		checkSecondPublishing(w, before, e)
		w.Run.Keep(e, scenario.MaxKept)
		return e, nil
	})
	if err == nil {
		w.Take(e)
	}
	return err
}

// checkSecondPublishing accuses a second publishing that shows a label which the run has never
// sent, where the response before it showed one that the run had sent: between the two
// publishings, an update without a label may have given the connector another one.
//
// Promise connector-label-kept
func checkSecondPublishing(w *world.World, before string, again *client.Exchange) {
	is := again.Get(client.LabelShown)
	if again.Accepted() && is.Type == gjson.String && before != is.Str && w.Run.Sent.Has("", before) && !w.Run.Sent.Has("", is.Str) {
		w.Run.Accuse(outcome.Found(again, fmt.Sprintf("data.label to be %q, as in the response before the second publishing", before), "%s", is.Raw).
			At(client.LabelShown).About("connector-label-kept"))
	}
}

// updateAfterPublishing updates the published connector, once in a run: another member, which shows
// whether publishing changed the label, and then the label.
func updateAfterPublishing(w *world.World) error {
	p, err := shared(w)
	switch {
	case err != nil:
		return err
	case !p.made:
		return outcome.SkipFor("allow_publish: true", report.LeftOut, "the published connector is not the run's own: it is not changed")
	}
	e, err := p.update.Get(func() (*client.Exchange, error) {
		defer connectors.LockLabel(w, p.connector)()
		w.Connector = p.connector
		if r, err := connectors.WithoutLabel(w); err == nil {
			read := w.Probing(r)
			if p.kept, err = w.CaughtUp(read(), p.connector.ShowsEarlierLabel, read); err != nil {
				return nil, err
			}
		}
		r, err := connectors.UpdateRequest(w, nil)
		if err != nil {
			return nil, err
		}
		r.Allowed = false
		connectors.Relabel(w, r)
		w.Run.Keep(w.Last, scenario.MaxKept)
		p.updated = w.Connector
		return w.Last, nil
	})
	if err == nil {
		w.Take(e)
		w.Connector = p.updated
	}
	return err
}

// updateAfterAnothersPublishing updates a connector of the run once another was published.
//
// Promise connectors-are-updated
func updateAfterAnothersPublishing(w *world.World) error {
	p, err := shared(w)
	if err != nil {
		return err
	}
	for _, pause := range []time.Duration{0, scenario.FirstPoll, time.Duration(w.Run.Target.Limits.Settle)} {
		if err := w.Pause(pause); err != nil {
			return err
		}
		if err := connectors.Update(w); err != nil || !p.labelled || !w.Last.Rejected() {
			return err
		}
	}
	if w.Last.Status == http.StatusPaymentRequired || !history.Of(w.Run).Updates.RejectedSince(p.good) {
		return w.Usable(w.Last) // the reason may be a limit of the updates
	}
	return w.BlockedOn("connectors-are-updated",
		outcome.Found(w.Last, "an update like the one before the publishing of another connector to succeed after it too", "%s",
			scenario.Rejection(w.Last)))
}

// keptThroughPublishing checks that updates of a published connector show its service_name,
// and the label from before, where an update of another member shows it. Where none does,
// the scenario goes on: what a later update shows is another matter.
//
// Promise connector-service-name-kept
// Promise connector-label-kept
func keptThroughPublishing(w *world.World) error {
	p, err := shared(w)
	if err != nil {
		return err
	}
	e := p.kept
	for _, updated := range []*client.Exchange{e, w.Last} {
		if updated == nil || !updated.Accepted() {
			continue
		}
		if name := updated.Get("data.service_name"); name.Type == gjson.String && name.String() != p.connector.Service {
			return outcome.Found(updated, fmt.Sprintf("the service_name %q, by which it was updated", p.connector.Service),
				"%s", name.Raw).About("connector-service-name-kept")
		}
	}
	if e == nil || !e.Accepted() {
		w.Remark("no read-back shows the label after publishing: an update of another member is rejected")
		return nil
	}
	w.ReadBackBy("an update of another member")
	return connectors.LabelIsNotOld(w, p.connector, e)
}

// publishedBefore makes the skip after the rejected publishing of the connector that the target
// file gives name the key that has to be changed. An earlier run may have published that one,
// but not own, a connector of this run whose publishing may have been rejected, too.
func publishedBefore(w *world.World, own, e *client.Exchange, err error) error {
	var s *outcome.Skipped
	if !errors.As(err, &s) || s.Kind != report.MissingTestData || !e.Rejected() {
		return err
	}
	const ofTarget = "publishing the connector of resources.publishable_connector_service_name is rejected with %s"
	s.Needs = "a resources.publishable_connector_service_name that is not published yet"
	why := ": the name may be wrong, or an earlier run may have published it"
	if own != nil {
		why = ", and that of a connector that this run created with " + scenario.Rejection(own)
	}
	if own != nil && own.Status == e.Status {
		s.Needs = "a connector that can be published"
	}
	s.Text = fmt.Sprintf(ofTarget, w.Run.RejectionInItsWords(e)) + why + "; name one that can be published, or leave the key out"
	return err
}
