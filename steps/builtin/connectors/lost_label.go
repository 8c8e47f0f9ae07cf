package connectors

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// losesLabel returns a response which shows that the connector at hand loses its label when
// updates are rejected; nil where it does not. It is asked where the label changed: another
// request may have been the reason. So the connector gets a new label, which the response and
// an update of another member have to show; then the rejected updates are sent again, after
// which two such updates show another one.
func losesLabel(w *world.World, rejected []*client.Exchange) *client.Exchange {
	LockConnector(w, w.Connector)
	r, err := plainUpdate(w)
	if err != nil {
		return nil
	}
	update := w.Exchange(r)
	if noteRelabelled(w, update); w.Usable(update) != nil {
		return nil
	}
	label := w.Connector.Label
	another := func(e *client.Exchange) bool { return e == nil || e.Get("data.label").String() != label }
	read := readLabel(w)
	if another(update) || another(read()) {
		return nil
	}
	lost := func(e *client.Exchange) bool {
		return e != nil && e.Accepted() && e.Get("data.label").Type == gjson.String &&
			history.IsForeign(w.Run, w.Connector.Service, e.Get("data.label").String())
	}
	return w.LosesText(rejected, read, another, lost)
}
