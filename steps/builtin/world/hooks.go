package world

import (
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// Hooks are what a world calls of the nouns, whose packages are built on this one: package
// builtin implements Hooks with them, and each world before SetHooks has NoHooks.
type Hooks interface {
	scenario.Hooks
	// WithAcceptedText returns a request whose name carries a text that was accepted before and
	// is to be read back; as it is where there is none.
	WithAcceptedText(client.Request) client.Request
	// DuplicateInvitation returns the finding that two invitations have an id; nil if they do not.
	DuplicateInvitation(id string) *outcome.Finding
}

// NoHooks notes nothing, finds nothing, and sends each request as it is. Tests embed it in
// hooks that do some of this.
type NoHooks struct{ scenario.NoHooks }

// WithAcceptedText implements Hooks.
func (NoHooks) WithAcceptedText(r client.Request) client.Request { return r }

// DuplicateInvitation implements Hooks.
func (NoHooks) DuplicateInvitation(string) *outcome.Finding { return nil }

// SetHooks sets what the world and its scenario call from now on.
func (w *World) SetHooks(h Hooks) { w.hooks, w.Scenario.Hooks = h, h }

// WithAcceptedText returns a request whose name carries a text that was accepted before and
// is to be read back; as it is where there is none.
func (w *World) WithAcceptedText(r client.Request) client.Request { return w.hooks.WithAcceptedText(r) }
