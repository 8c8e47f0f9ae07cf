package api

import (
	"net/http"

	"understudy/steps/internal/independent/gateway"
)

// Violation is one way to break the API: with it on, a suite must find the
// promise that it Breaks broken.
type Violation struct {
	ID string
	// Breaks is the id of the one promise that the violation is about.
	Breaks string
	// Says is what the server then does.
	Says string
	// Needs, if not empty, is what a suite needs to see it: "clock" is a clock
	// that can be moved.
	Needs string
	// With are the promises that the same responses make untrue too, in the
	// letter or by the arithmetic of the list's own numbers. Their falling is
	// no false blame; that of any other promise is.
	With []string
}

// Fault is a row of Violations with where it gets in the way. Hooks that are nil
// leave things as they are; all of them may run at the same time.
type Fault struct {
	Violation

	Lets   Grant                  // this token opens this operation
	Waives Rule                   // this rule is not kept
	Fells  Operation              // this operation always falls over
	Before func() gateway.Gateway // this stands in front; made once for each server

	// On is the operation that Ask, Page, List and Respond get in the way of.
	On      Operation
	Ask     func(*Ask)          // what a list's parameters are taken for
	Page    func(*Page)         // what the page holds and says
	List    func(*Page, *Reply) // the finished list
	Respond func(Outcome)       // the finished response of what is no list

	Text  Respelling // how a text is kept and shown
	Keeps Respelling // how it is kept, where the response shows what was sent

	Order func(Ask, []Invitation)         // reorders the list of invitations, a copy
	Item  func(Invitation, Object) Object // changes an invitation; must not keep o

	Create func(*Segment, *Reply) // the finished creation
	Look   func(*Look)            // whether a segment has finished
	Source func(Look, *Reply)     // the finished response of the source URL

	Wraps func(*Server) Wrap // any request; made once for each server
}

// Rule is a rule that a violation may not keep.
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
	KnowsSourceOfTopics
	ListsNoTopicsOfEmpty
	LinksExpire

	// What follows are rules of this server, not of the document: a violation needs them
	// out of its way.
	NeedsAMolecule
	ClosesPublished
)

// Broken is a response of a server that fell over.
var Broken = Reply{Code: http.StatusInternalServerError, mime: "text/plain", text: "pity"}
