package api

import (
	"math"
	"net/http"
	"slices"
	"time"

	"understudy/steps/internal/independent/gateway"
)

// Switch is one other conforming choice: with it on, a suite must not report a
// broken promise.
type Switch struct {
	ID string
	// Says is what the server then does.
	Says string
	// Without are the ids of the operations that may then never succeed: a
	// suite finds nothing broken, but may check too little.
	Without []string
}

// Conforming are the switches that break nothing.
var Conforming = switchesOf(conforming)

// choices are what this server does where the document leaves it open.
type choices struct {
	invitations int64 // how many there are
	ties        bool
	growing     bool // a new one at every third read
	arriving    bool // a new one at every twelfth tick, which is counted six ticks later
	purging     bool // only the newest 30 from the 41st read on
	// changing returns which part of all invitations is in a list of the usual
	// length after a number of ticks; nil: always the same part.
	changing func(ticks, length int64) (from, to int64)
	// replicas makes it change with every read of a list instead of every tick.
	replicas bool
	// idsFrom is the first id of a sequence; 0: ids are scattered.
	idsFrom int64
	stamp   func(time.Time) string
	// stampUnit is the precision of stamp: an instant that must be shown
	// exactly, such as an expiration, is a multiple of it.
	stampUnit time.Duration

	end       any // prev_page of the first page, next_page of the last; nil: left out
	rules     listRules
	pastEnd   pastEnd
	unclaimed any  // of each of the two members; nil: they are left out
	zeroTimes bool // in place of them, a time in the year 1 and the id 0
	nextLink  bool

	rejections   rejections
	unauthorized unauthorized
	busyEvery    int64

	delay            time.Duration // until a segment's creation has finished
	pendingCode      int
	statusBoolean    bool
	propertiesOut    bool   // beside status, not in data
	propertiesDeep   bool   // neither: in an object of the segment
	sourceOuter      Object // the members around data, where all that the source URL shows is in it
	sourceToken      bool   // the source URL takes the workspace's token only
	sourceSigned     bool   // the source URL takes no token
	sourceOrigin     sourceOrigin
	idsApart         bool // each workspace counts its ids from the same start
	elsewhere        bool // this is what another workspace sees
	sourceQuery      string
	sourceUnescaped  bool // that query is shown unescaped
	retrieval        bool
	wrappedRetrieval bool          // it shows the segment in data.filter_segment
	segmentLag       time.Duration // until a created segment is found
	strictMolecule   bool
	strictDataset    bool
	uniqueNames      bool
	molecules        func([]any) any // how they are shown; nil: as they were sent
	newReplica       bool            // every second reading of a segment's properties shows one more
	sourceBare       bool            // the complete source URL shows its status only
	lenient          bool            // what does not fit is left out instead of rejected

	destination destinationChoices
	connector   connectorChoices
	topic       topicChoices
	link        linkChoices
	// optional is the value of an optional member that has none; nil: it is left out.
	optional  any
	texts     texts
	emptyMaps bool

	// unfit says what is wrong with a text, and normalised how it is stored.
	unfit      func(Text, string) string
	normalised func(string) string

	mime     string
	chunked  bool
	script   Script
	gateways []func() gateway.Gateway
}

// overMax says what the server does with a per_page above 100.
type overMax int

const (
	overMaxClamped overMax = iota
	overMaxRejected
	overMaxDefault
)

// texts says which of the texts that may be null are null.
type texts int

const (
	textsMixed texts = iota
	textsNull
	textsFull
)

// text returns the n-th of the texts that may be null.
func (c choices) text(n int, says string) any {
	if c.texts == textsNull || c.texts == textsMixed && n%2 == 1 {
		return Null
	}
	return says
}

// strings returns an object of strings.
func (c choices) strings(o Object) Object {
	if c.emptyMaps {
		return Object{}
	}
	return o
}

// opt appends an optional member, or leaves it out where it has no value.
func (c choices) opt(o Object, name string, value any) Object {
	if value == nil {
		value = c.optional
	}
	if value == nil {
		return o
	}
	return append(o, Member{name, value})
}

// pastEnd says what the server does with a page after the last.
type pastEnd int

const (
	pastEndLast pastEnd = iota
	pastEndRejected
	pastEndEmpty
)

// usual returns the choices of a server without switches.
func usual() choices {
	return choices{
		invitations: usualInvitations, stamp: Extended, stampUnit: time.Second,
		end: int64(0), rules: listRules{emptyLastPage: 1},
		delay: 200 * time.Millisecond, pendingCode: http.StatusOK, retrieval: true,
		destination: usualDestination(), connector: connectorChoices{creatable: true, publishable: true},
		topic:    topicChoices{count: usualTopics, code: http.StatusNonAuthoritativeInfo},
		link:     linkChoices{lifetime: 45 * time.Minute, expired: http.StatusForbidden},
		optional: Null,
		mime:     "application/vnd.independent+json",
	}
}

// variation is a row of Conforming, with the function that applies it.
type variation struct {
	Switch
	choose func(*choices)
}

var conforming = slices.Concat(generalVariations, destinationVariations, connectorVariations, topicVariations, linkVariations,
	textVariations, stateVariations, gatewayVariations())

var generalVariations = []variation{
	{Switch{ID: "page-ends-absent", Says: "prev_page of the first page and next_page of the last are left out"},
		func(c *choices) { c.end = nil }},
	{Switch{ID: "page-ends-null", Says: "prev_page of the first page and next_page of the last are null"}, func(c *choices) { c.end = Null }},
	{Switch{ID: "last-page-zero-when-empty", Says: "last_page is 0 where there is no record"}, func(c *choices) { c.rules.emptyLastPage = 0 }},
	{Switch{ID: "refuse-over-100", Says: "a per_page above 100 is rejected"}, func(c *choices) { c.rules.overMax = overMaxRejected }},
	{Switch{ID: "per-page-over-max-default", Says: "a per_page above 100 gets pages of 25"},
		func(c *choices) { c.rules.overMax = overMaxDefault }},
	{Switch{ID: "refuse-page-past-end", Says: "a page after the last is rejected"}, func(c *choices) { c.pastEnd = pastEndRejected }},
	{Switch{ID: "page-past-end-empty", Says: "a page after the last holds no records"}, func(c *choices) { c.pastEnd = pastEndEmpty }},
	{Switch{ID: "next-link", Says: "a list also has the member next, the next page's URL"}, func(c *choices) { c.nextLink = true }},

	{Switch{ID: "few-invitations", Says: "there are 3 invitations"}, func(c *choices) { c.invitations = fewInvitations }},
	{Switch{ID: "no-invitations", Says: "there is no invitation"}, func(c *choices) { c.invitations = 0 }},
	{Switch{ID: "one-invitation", Says: "there is 1 invitation"}, func(c *choices) { c.invitations = 1 }},
	{Switch{ID: "page-and-one-invitations", Says: "there are 26 invitations"}, func(c *choices) { c.invitations = DefaultPerPage + 1 }},
	{Switch{ID: "many-invitations", Says: "there are 100,000 invitations"}, func(c *choices) { c.invitations = manyInvitations }},
	{Switch{ID: "ids-per-workspace", Says: "each workspace has destinations and sources of its own under the same ids"},
		func(c *choices) { c.idsApart = true }},
	{Switch{ID: "ids-around-2-31", Says: "ids are counted from just below 2^31"}, func(c *choices) { c.idsFrom = 1<<31 - 20 }},
	{Switch{ID: "ids-around-2-53", Says: "ids are counted from just below 2^53, where a float64 cannot distinguish them"},
		func(c *choices) { c.idsFrom = 1<<53 - 20 }},
	{Switch{ID: "ids-below-2-63", Says: "ids are counted up to 2^63"}, func(c *choices) { c.idsFrom = math.MaxInt64 - 2_000_000 }},
	{Switch{ID: "sliding", Says: "every 50 ms the oldest of each list goes and a new one comes"}, func(c *choices) { c.changing = sliding }},
	{Switch{ID: "blinking", Says: "every 50 ms the newest of each list goes, or comes back"}, func(c *choices) { c.changing = blinking }},
	{Switch{ID: "lagging-replica", Says: "every second reading of a list comes from a replica that lacks its newest record"},
		func(c *choices) { c.changing, c.replicas = blinking, true }},
	{Switch{ID: "late-count", Says: "every 600 ms an invitation comes, and is counted 300 ms later"}, func(c *choices) { c.arriving = true }},
	{Switch{ID: "ties", Says: "five invitations in a row share their instant, in a stable order"}, func(c *choices) { c.ties = true }},
	{Switch{ID: "growing", Says: "an invitation is added at every third reading of the list"}, func(c *choices) { c.growing = true }},
	{Switch{ID: "purging", Says: "from the 41st reading of the list on, all but the newest 30 invitations are deleted"},
		func(c *choices) { c.purging = true }},
	{Switch{ID: "unclaimed-null", Says: "claimed_at and claimed_by_id are null before the invitation is claimed"},
		func(c *choices) { c.unclaimed = Null }},
	{Switch{ID: "unclaimed-zero", Says: "before the invitation is claimed, claimed_at is in the year 1, and claimed_by_id 0"},
		func(c *choices) { c.zeroTimes = true }},
	{Switch{ID: "ordinal-dates", Says: "timestamps have basic, ordinal and week forms, commas and cut seconds"},
		func(c *choices) { c.stamp, c.stampUnit = inEachForm, time.Minute }},

	{Switch{ID: "html-errors", Says: "rejections are HTML pages"}, func(c *choices) { c.rejections = rejectionHTML }},
	{Switch{ID: "empty-errors", Says: "rejections have no body"}, func(c *choices) { c.rejections = rejectionEmpty }},
	{Switch{ID: "errors-200", Says: "rejections are HTTP 200 with the status error"}, func(c *choices) { c.rejections = rejection200 }},
	{Switch{ID: "errors-200-alone", Says: "rejections are HTTP 200 with errors, and no status"}, func(c *choices) { c.rejections = rejectionAlone }},
	{Switch{ID: "redirect-without-token", Says: "without a good token a login page is redirected to"},
		func(c *choices) { c.unauthorized = unauthorizedRedirected }},
	{Switch{ID: "unauthorized-empty-list", Says: "without a good token a list is empty, and a write is HTTP 200 with the status error"},
		func(c *choices) { c.unauthorized = unauthorizedSeeNothing }},
	{Switch{ID: "busy", Says: "every 7th request gets HTTP 429 with Retry-After: 0"}, func(c *choices) { c.busyEvery = 7 }},

	{Switch{ID: "errors-not-found", Says: "rejections are HTTP 200 with the status not_found and a data of null"},
		func(c *choices) { c.rejections = rejectionNotFound }},
	{Switch{ID: "errors-like-records",
		Says: "rejections have an error with an id, a name, times and further members that records have, and a data with two of them"},
		func(c *choices) { c.rejections = rejectionRecord }},

	{Switch{ID: "immediate-completion", Says: "a segment's creation has finished at once"}, func(c *choices) { c.delay = 0 }},
	{Switch{ID: "slow-completion", Says: "a segment's creation takes 5 seconds"}, func(c *choices) { c.delay = 5 * time.Second }},
	{Switch{ID: "source-202", Says: "the source URL returns HTTP 202 while creation is running"},
		func(c *choices) { c.pendingCode = http.StatusAccepted }},
	{Switch{ID: "source-404", Says: "the source URL returns HTTP 404 while creation is running"},
		func(c *choices) { c.pendingCode = http.StatusNotFound }},
	{Switch{ID: "status-boolean", Says: "the source URL's status is a boolean"}, func(c *choices) { c.statusBoolean = true }},
	{Switch{ID: "source-properties-beside", Says: "the source URL puts the segment's properties beside status"},
		func(c *choices) { c.propertiesOut = true }},
	{Switch{ID: "source-status-in-data", Says: "the source URL puts status and the segment's properties in data"},
		func(c *choices) { c.propertiesOut, c.sourceOuter = true, Object{} }},
	{Switch{ID: "source-status-in-envelope", Says: "the source URL puts status and the segment's properties in data, beside the status success"},
		func(c *choices) { c.propertiesOut, c.sourceOuter = true, Object{{"status", "success"}} }},
	{Switch{ID: "source-properties-deep", Says: "the source URL puts the segment's properties two levels down"},
		func(c *choices) { c.propertiesDeep = true }},
	{Switch{ID: "source-properties-by-replica",
		Says: "every second reading of a segment's properties comes from a newer release, which shows one more"},
		func(c *choices) { c.newReplica = true }},
	{Switch{ID: "source-signed", Says: "the source URL is signed, and rejects a token beside that"}, func(c *choices) { c.sourceSigned = true }},
	{Switch{ID: "source-needs-token", Says: "the source URL takes the workspace's token only"}, func(c *choices) { c.sourceToken = true }},
	{Switch{ID: "source-elsewhere", Says: "the source URL lies on another origin, which takes another token",
		Without: []string{"read-segment-source"}}, func(c *choices) { c.sourceOrigin = originElsewhere }},
	{Switch{ID: "source-redirects-elsewhere", Says: "the source URL redirects to another origin, which takes another token",
		Without: []string{"read-segment-source"}}, func(c *choices) { c.sourceOrigin = originRedirected }},
	{Switch{ID: "source-url-query", Says: "the source URL works with its query string only"},
		func(c *choices) { c.sourceQuery = "ticket=a%2Fb%20c&empty=" }},
	{Switch{ID: "source-url-unescaped", Says: "the source URL has spaces and letters beyond ASCII in its query, not encoded"},
		func(c *choices) {
			c.sourceQuery, c.sourceUnescaped = "of=gro%C3%9Fe%20%22Kunden%22", true
		}},
	{Switch{ID: "late-segments", Says: "a created segment is not found for 2 seconds, but by its source URL"},
		func(c *choices) { c.segmentLag = 2 * time.Second }},
	{Switch{ID: "wrapped-retrieval", Says: "the supplementary read of a segment shows it in data.filter_segment"},
		func(c *choices) { c.wrappedRetrieval = true }},
	{Switch{ID: "no-retrieval", Says: "the supplementary read of a segment returns HTTP 404"}, func(c *choices) { c.retrieval = false }},
	{Switch{ID: "strict-molecules", Says: "only the sample's attribute_type is accepted in a molecule"},
		func(c *choices) { c.strictMolecule = true }},
	{Switch{ID: "strict-dataset", Says: "only a dataset of the source is accepted"}, func(c *choices) { c.strictDataset = true }},
	{Switch{ID: "unique-names", Says: "a second segment of one name is rejected"}, func(c *choices) { c.uniqueNames = true }},

	{Switch{ID: "absent-optionals", Says: "members that may be left out are, where they say nothing"}, func(c *choices) { c.optional = nil }},
	{Switch{ID: "null-texts", Says: "texts that may be null all are"}, func(c *choices) { c.texts = textsNull }},
	{Switch{ID: "full-texts", Says: "texts that may be null never are"}, func(c *choices) { c.texts = textsFull }},
	{Switch{ID: "empty-maps", Says: "objects of strings hold nothing"}, func(c *choices) { c.emptyMaps = true }},

	{Switch{ID: "content-type-text", Says: "success responses are text/plain"}, func(c *choices) { c.mime = "text/plain; charset=utf-8" }},
	{Switch{ID: "no-content-type", Says: "success responses have no Content-Type"}, func(c *choices) { c.mime = "" }},
	{Switch{ID: "chunked-indented", Says: "responses are pretty-printed and come in chunks"}, func(c *choices) { c.chunked = true }},
	{Switch{ID: "float-integers", Says: "integers are written 7.0"}, func(c *choices) { c.script.floats = true }},
	{Switch{ID: "escaped-text", Says: `strings and member names are written all in \u escapes`}, func(c *choices) { c.script.escaped = true }},
}

// gatewayVariations are about what stands in front of the server.
func gatewayVariations() (rows []variation) {
	for _, s := range gateway.Conforming {
		rows = append(rows, variation{Switch{ID: s.ID, Says: s.Says}, func(c *choices) { c.gateways = append(c.gateways, s.Before) }})
	}
	return rows
}

func switchesOf(rows []variation) []Switch {
	var list []Switch
	for _, r := range rows {
		list = append(list, r.Switch)
	}
	return list
}
