package api

import (
	"net/http"

	"understudy/steps/internal/independent/gateway"
)

// Violation is one way to break the API: with it on, a suite must report the
// promise that it Breaks.
type Violation struct {
	ID string
	// Breaks is the id of the one promise that the violation is about.
	Breaks string
	// Says is what the server then does.
	Says string
	// Needs, if not empty, is what a suite needs to detect it: "clock" is a
	// clock that can be moved.
	Needs string
	// With are the promises that the same responses break too, by their wording
	// or by the arithmetic of the list's own numbers. A suite may report these
	// as well, and no other promise.
	With []string
}

// Fault is a row of Violations with the places where it interferes. Hooks that
// are nil change nothing; all of them may run at the same time.
type Fault struct {
	Violation

	Lets   Grant                  // this token may call this operation
	Waives Rule                   // this rule is not applied
	Fells  Operation              // this operation always fails
	Before func() gateway.Gateway // this stands in front; made once for each server

	// On is the operation that Ask, Page, List and Respond change.
	On      Operation
	Ask     func(*Ask)          // how a list's parameters are understood
	Page    func(*Page)         // what the page contains and says
	List    func(*Page, *Reply) // the finished list
	Respond func(Outcome)       // the finished response of other operations

	Text  Respelling // how a text is stored and shown
	Keeps Respelling // how it is stored, where the response shows what was sent

	Order func(Ask, []Invitation)         // reorders the list of invitations, a copy
	Item  func(Invitation, Object) Object // changes an invitation; must not keep o

	Create func(*Segment, *Reply) // the finished creation
	Look   func(*Look)            // whether a segment has finished
	Source func(Look, *Reply)     // the finished response of the source URL

	Wraps func(*Server) Wrap // any request; made once for each server
}

// Rule is a rule that a violation may waive.
type Rule int

// The rules.
const (
	NeedsName Rule = iota + 1
	NeedsMolecules
	NeedsDataset
	OneOperation
	KeepsDestinationName
	KeepsEarlierName
	KeepsLaterName
	KeepsSecondName
	KeepsThirdName
	KnowsDestinationToUpdate
	KnowsDestinationToList
	ListsOwnObjects
	ListsNoObjectsOfEmpty
	CreationNeedsConnector
	UpdateNeedsConnector
	KeepsConnectorLabel
	KeepsLaterLabel
	KeepsSecondLabel
	KeepsThirdLabel
	KeepsServiceName
	KnowsConnectorToUpdate
	KnowsConnectorToPublish
	KnowsSegmentToLink
	KnowsSourceOfSegments
	KnowsSourceOfTopics
	ListsNoTopicsOfEmpty
	LinksOpen
	LinksExpire

	// The following are rules of this server, not of the document: a violation
	// can only show without them.
	NeedsAMolecule
	ClosesPublished
)

// Broken is the response of an operation that failed.
var Broken = Reply{Code: http.StatusInternalServerError, mime: "text/plain", text: "pity"}
