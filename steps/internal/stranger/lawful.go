package stranger

import (
	"net/http"
	"time"
)

// Switch is one other lawful choice: with it on, a judge must still find no
// promise broken.
type Switch struct {
	ID string
	// Says is what the server then does.
	Says string
}

// Lawful are the switches that break nothing.
var Lawful = switchesOf(lawful)

// choices are what this server does where the document leaves it open.
type choices struct {
	invitations int64 // how many there are
	ties        bool
	growing     bool // a new one at every third reading
	stamp       func(time.Time) string

	end           any // prev_page of the first page, next_page of the last; nil: left out
	emptyLastPage int64
	overMax       overMax
	pastEnd       pastEnd
	unclaimed     any // nil: left out
	nextLink      bool

	refusals  refusals
	strangers strangers
	busyEvery int64

	delay          time.Duration // until a segment's creation has finished
	pendingCode    int
	statusBoolean  bool
	propertiesOut  bool // beside status, not in data
	sourceToken    bool // the source URL takes the workspace's token only
	sourceQuery    string
	retrieval      bool
	strictMolecule bool
	uniqueNames    bool

	mime    string
	chunked bool
	script  script
}

// overMax is what becomes of a per_page above 100.
type overMax int

const (
	overMaxClamped overMax = iota
	overMaxRefused
	overMaxDefault
)

// pastEnd is what becomes of a page after the last.
type pastEnd int

const (
	pastEndLast pastEnd = iota
	pastEndRefused
	pastEndEmpty
)

// usual are the choices of a server without switches.
func usual() choices {
	return choices{
		invitations: usualInvitations, stamp: extended,
		end: int64(0), emptyLastPage: 1,
		delay: 200 * time.Millisecond, pendingCode: http.StatusOK, retrieval: true,
		mime: "application/vnd.stranger+json",
	}
}

// variation is a row of Lawful with what it changes.
type variation struct {
	Switch
	choose func(*choices)
}

var lawful = []variation{
	{Switch{"page-ends-absent", "prev_page of the first page and next_page of the last are left out"}, func(c *choices) { c.end = nil }},
	{Switch{"page-ends-null", "prev_page of the first page and next_page of the last are null"}, func(c *choices) { c.end = null }},
	{Switch{"last-page-zero-when-empty", "last_page is 0 where there is no record"}, func(c *choices) { c.emptyLastPage = 0 }},
	{Switch{"refuse-over-100", "a per_page above 100 is refused"}, func(c *choices) { c.overMax = overMaxRefused }},
	{Switch{"per-page-over-max-default", "a per_page above 100 is answered with pages of 25"}, func(c *choices) { c.overMax = overMaxDefault }},
	{Switch{"refuse-page-past-end", "a page after the last is refused"}, func(c *choices) { c.pastEnd = pastEndRefused }},
	{Switch{"page-past-end-empty", "a page after the last holds no records"}, func(c *choices) { c.pastEnd = pastEndEmpty }},
	{Switch{"next-link", "a list also has the member next, the next page's URL"}, func(c *choices) { c.nextLink = true }},

	{Switch{"few-invitations", "there are 3 invitations"}, func(c *choices) { c.invitations = fewInvitations }},
	{Switch{"no-invitations", "there is no invitation"}, func(c *choices) { c.invitations = 0 }},
	{Switch{"ties", "five invitations in a row share their instant, in a stable order"}, func(c *choices) { c.ties = true }},
	{Switch{"growing", "an invitation is added at every third reading of the list"}, func(c *choices) { c.growing = true }},
	{Switch{"unclaimed-null", "claimed_at and claimed_by_id are null before the invitation is claimed"}, func(c *choices) { c.unclaimed = null }},
	{Switch{"ordinal-dates", "timestamps have basic, ordinal and week forms, commas and cut seconds"}, func(c *choices) { c.stamp = manifold }},

	{Switch{"html-errors", "refusals are HTML pages"}, func(c *choices) { c.refusals = refusalHTML }},
	{Switch{"empty-errors", "refusals have no body"}, func(c *choices) { c.refusals = refusalEmpty }},
	{Switch{"errors-200", "refusals are HTTP 200 with the status error"}, func(c *choices) { c.refusals = refusal200 }},
	{Switch{"redirect-without-token", "without a good token a login page is redirected to"}, func(c *choices) { c.strangers = strangersRedirected }},
	{Switch{"unauthorized-empty-list", "without a good token a list is empty, and a write is HTTP 200 with the status error"}, func(c *choices) { c.strangers = strangersSeeNothing }},
	{Switch{"busy", "every 7th request is answered 429 with Retry-After: 0"}, func(c *choices) { c.busyEvery = 7 }},

	{Switch{"immediate-completion", "a segment's creation has finished at once"}, func(c *choices) { c.delay = 0 }},
	{Switch{"source-202", "the source URL answers 202 while creation is running"}, func(c *choices) { c.pendingCode = http.StatusAccepted }},
	{Switch{"source-404", "the source URL answers 404 while creation is running"}, func(c *choices) { c.pendingCode = http.StatusNotFound }},
	{Switch{"status-boolean", "the source URL's status is a boolean"}, func(c *choices) { c.statusBoolean = true }},
	{Switch{"source-properties-beside", "the source URL puts the segment's properties beside status"}, func(c *choices) { c.propertiesOut = true }},
	{Switch{"source-needs-token", "the source URL takes the workspace's token only"}, func(c *choices) { c.sourceToken = true }},
	{Switch{"source-url-query", "the source URL works with its query string only"}, func(c *choices) { c.sourceQuery = "ticket=a%2Fb%20c&empty=" }},
	{Switch{"no-retrieval", "the supplementary read of a segment answers 404"}, func(c *choices) { c.retrieval = false }},
	{Switch{"strict-molecules", "only the sample's attribute_type is accepted in a molecule"}, func(c *choices) { c.strictMolecule = true }},
	{Switch{"unique-names", "a second segment of one name is refused"}, func(c *choices) { c.uniqueNames = true }},

	{Switch{"content-type-text", "success answers are text/plain"}, func(c *choices) { c.mime = "text/plain; charset=utf-8" }},
	{Switch{"no-content-type", "success answers have no Content-Type"}, func(c *choices) { c.mime = "" }},
	{Switch{"chunked-indented", "answers are pretty-printed and come in chunks"}, func(c *choices) { c.chunked = true }},
	{Switch{"float-integers", "integers are written 7.0"}, func(c *choices) { c.script.floats = true }},
	{Switch{"escaped-text", `strings and member names are written all in \u escapes`}, func(c *choices) { c.script.escaped = true }},
}

func switchesOf(rows []variation) []Switch {
	var list []Switch
	for _, r := range rows {
		list = append(list, r.Switch)
	}
	return list
}
