package scenario

import "understudy/steps/client"

// Hooks are what a scenario calls while it sends requests. The packages built on this one
// know the resources of the document, and this one does not: package builtin implements
// Hooks with all of them, and each scenario without hooks has NoHooks.
type Hooks interface {
	// NoteResponse is called with each response, before anything in it is checked.
	NoteResponse(*client.Exchange)
	// NoteChecked is called with each success, when it was checked against the contract.
	NoteChecked(*client.Exchange)
	// SendWithText sends a request with send, or another one whose body has the same parts.
	SendWithText(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange
}

// NoHooks notes nothing, and sends each request as it is. Tests embed it in hooks that do
// some of this.
type NoHooks struct{}

// NoteResponse implements Hooks.
func (NoHooks) NoteResponse(*client.Exchange) {}

// NoteChecked implements Hooks.
func (NoHooks) NoteChecked(*client.Exchange) {}

// SendWithText implements Hooks.
func (NoHooks) SendWithText(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	return send(r)
}
