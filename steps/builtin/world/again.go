package world

import (
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// Again sends an update that succeeded once more, with the same values. A deployment may
// reject what changes nothing: the result is nil then.
func (w *World) Again(update *client.Exchange) (*client.Exchange, error) {
	r := update.Request
	r.Uses, r.Carries, r.Unrepeated = nil, client.NoText, false
	e := w.Exchange(r)
	if e.Rejected() {
		w.Remark("an update that changes nothing is rejected with %s", scenario.Rejection(e))
		return nil, nil
	}
	return e, w.Usable(e)
}
