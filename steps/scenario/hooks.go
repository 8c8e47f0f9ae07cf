package scenario

import "understudy/steps/client"

// Hooks are functions that a scenario calls while it sends requests; none is nil. The packages built
// on this one know the resources of the document, and this one does not: package builtin sets them.
type Hooks struct {
	// NoteResponse is called with each response, before anything in it is checked.
	NoteResponse func(*client.Exchange)
	// NoteChecked is called with each success, when it was checked against the contract.
	NoteChecked func(*client.Exchange)
	// SendWithText sends a request with send, or another one whose body has the same parts.
	SendWithText func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange
}

// noHooks note nothing, and send each request as it is.
func noHooks() Hooks {
	return Hooks{
		NoteResponse: func(*client.Exchange) {},
		NoteChecked:  func(*client.Exchange) {},
		SendWithText: func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange { return send(r) },
	}
}
