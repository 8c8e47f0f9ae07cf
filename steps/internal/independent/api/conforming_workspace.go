package api

import (
	"net/http"
	"time"
)

// destinationChoices are what destinations and their objects do where the
// document leaves it open.
type destinationChoices struct {
	objects int // of the destination that has many
	rules   listRules

	updateCode int
	retrieval  retrieval
	// wholeUpdates: an update needs type and credentials; replacingUpdates:
	// members that are not sent are emptied.
	wholeUpdates, replacingUpdates bool
	// lag is how long a destination that is read shows its old name, updateLag how long the
	// response to an update without a name does.
	lag, updateLag time.Duration
	// ownLag: the response to the update itself shows its old name as long as a read does.
	ownLag bool

	// listLag is how long the list shows the objects from before an update, each of which changes one;
	// 0: none does.
	listLag time.Duration

	retested, untested, typeShown              bool
	shortTimes                                 bool // the retrieval shows hours only
	masked                                     bool // the retrieval shows no account
	listMembersInListOnly, customTypesAbsent   bool
	nullLookups, bareObjects, computedDefaults bool
	followsOrder, byName, liveLists            bool
}

// retrieval is how the supplementary read of a destination is served.
type retrieval int

const (
	retrievalWhole retrieval = iota
	retrievalShort
	retrievalAbsent
)

func usualDestination() destinationChoices {
	return destinationChoices{objects: usualObjects, rules: listRules{overMax: overMaxDefault}, updateCode: http.StatusAccepted}
}

type connectorChoices struct {
	creatable, publishable              bool
	publishesOne                        bool // that of the target file
	madeByUpdate                        bool // where it does not exist, in each workspace
	updatedAfterPublish, publishedAgain bool
	republishedIs304                    bool
	nameNeeded, nothingNeeded           bool
	wholeUpdates, replacingUpdates      bool
	knownTypesOnly, noFields            bool
	lag                                 time.Duration // until a created one is found
	labelLag                            time.Duration // until a new label shows in other responses
	ownLabelLag                         bool          // and in that to its own update
	labelReplicas                       bool          // in every second other response only
}

type topicChoices struct {
	count, code        int
	paged, newestFirst bool
	elsewhere          int // the code where a source's kind has no topics; 0: an empty list
}

type linkChoices struct {
	lifetime                         time.Duration
	fresh                            bool // a second link is a new one
	renewedURIs                      bool // it is the same link, with another uri
	onAnySegment, unlistedPath       bool
	redirectNeeded, webRedirectsOnly bool
	expired                          int // the code of the page once it has expired
}

var destinationVariations = []variation{
	{Switch{ID: "destination-patch-200", Says: "the update of a destination gets HTTP 200"},
		func(c *choices) { c.destination.updateCode = http.StatusOK }},
	{Switch{ID: "no-destination-retrieval", Says: "the supplementary read of a destination returns HTTP 405"},
		func(c *choices) { c.destination.retrieval = retrievalAbsent }},
	{Switch{ID: "lagging-destination-retrieval", Says: "the supplementary read of a destination shows its name of 800 ms ago"},
		func(c *choices) { c.destination.lag = 800 * time.Millisecond }},
	{Switch{ID: "slow-destination-retrieval", Says: "the supplementary read of a destination shows its name of 2.9 s ago"},
		func(c *choices) { c.destination.lag = 2900 * time.Millisecond }},
	{Switch{ID: "late-destination-retrieval", Says: "the supplementary read of a destination shows its name of an hour ago"},
		func(c *choices) { c.destination.lag = time.Hour }},
	{Switch{ID: "lagging-destination-updates",
		Says: "the response to an update without a name shows the name of 800 ms ago; there is no read of a destination"}, func(c *choices) {
		c.destination.updateLag, c.destination.retrieval = 800*time.Millisecond, retrievalAbsent
	}},
	{Switch{ID: "late-destination-names",
		Says: "a new name of a destination shows after 800 ms, also in the response to its own update"}, func(c *choices) {
		c.destination.lag, c.destination.ownLag = 800*time.Millisecond, true
	}},
	{Switch{ID: "lean-destination-retrieval", Says: "the supplementary read of a destination shows id and name only"},
		func(c *choices) { c.destination.retrieval = retrievalShort }},
	{Switch{ID: "destination-patch-whole", Says: "an update of a destination without type and credentials is rejected",
		Without: []string{"update-destination"}}, func(c *choices) { c.destination.wholeUpdates = true }},
	{Switch{ID: "destination-patch-replaces", Says: "an update of a destination empties the name and credentials that it does not send"},
		func(c *choices) { c.destination.replacingUpdates = true }},
	{Switch{ID: "destination-retested", Says: "a destination is tested again when it is updated"},
		func(c *choices) { c.destination.retested = true }},
	{Switch{ID: "untested-destination", Says: "no destination was tested: last_tested_at and its like are null"},
		func(c *choices) { c.destination.untested = true }},
	{Switch{ID: "untested-destination-absent", Says: "no destination was tested: last_tested_at and its like are left out"}, func(c *choices) {
		c.destination.untested, c.optional = true, nil
	}},
	{Switch{ID: "destination-type-shown", Says: "a destination also shows its type"}, func(c *choices) { c.destination.typeShown = true }},
	{Switch{ID: "list-members-in-list-only",
		Says: "is_audience_destination, data and supported_custom_field_types are in the list only"},
		func(c *choices) { c.destination.listMembersInListOnly = true }},
	{Switch{ID: "custom-field-types-absent", Says: "supported_custom_field_types is left out where custom fields are not allowed"},
		func(c *choices) { c.destination.customTypesAbsent = true }},
	{Switch{ID: "null-lookups", Says: "lookup_object is null where a field looks nothing up"},
		func(c *choices) { c.destination.nullLookups = true }},
	{Switch{ID: "updates-change-objects", Says: "each update changes the label of an object, which the list shows 300 ms later"},
		func(c *choices) { c.destination.listLag = 300 * time.Millisecond }},
	{Switch{ID: "computed-defaults", Says: "the default of a field is the time of the request"},
		func(c *choices) { c.destination.computedDefaults = true }},
	{Switch{ID: "live-lists", Says: "each response shows another number of lists of an object, and of values of a field, which its destination changes all the time"},
		func(c *choices) { c.destination.liveLists = true }},
	{Switch{ID: "bare-objects", Says: "objects have neither fields nor advanced configuration fields"},
		func(c *choices) { c.destination.bareObjects = true }},
	{Switch{ID: "one-page-of-objects", Says: "no destination has more than 12 objects"},
		func(c *choices) { c.destination.objects = fewObjects }},
	{Switch{ID: "objects-by-name", Says: "objects stand in the order of their full_name"}, func(c *choices) { c.destination.byName = true }},
	{Switch{ID: "objects-follow-order", Says: "order asc turns the list of objects round"},
		func(c *choices) { c.destination.followsOrder = true }},
	{Switch{ID: "objects-clamp-over-100", Says: "a per_page above 100 gets 100 objects"},
		func(c *choices) { c.destination.rules.overMax = overMaxClamped }},
	{Switch{ID: "objects-refuse-over-100", Says: "a per_page above 100 is rejected for objects"},
		func(c *choices) { c.destination.rules.overMax = overMaxRejected }},
	{Switch{ID: "objects-last-page-one", Says: "last_page is 1 where there is no object"},
		func(c *choices) { c.destination.rules.emptyLastPage = 1 }},
}

var connectorVariations = []variation{
	{Switch{ID: "connector-create-refused", Says: "the creation of a connector is always rejected with 422",
		Without: []string{"create-connector"}}, func(c *choices) { c.connector.creatable = false }},
	{Switch{ID: "publish-forbidden", Says: "the publishing of a connector is always rejected with 403",
		Without: []string{"publish-connector"}}, func(c *choices) { c.connector.publishable = false }},
	{Switch{ID: "publish-one-alone", Says: "one connector can be published, every other one is rejected with 409"},
		func(c *choices) { c.connector.publishesOne = true }},
	{Switch{ID: "update-after-publish-accepted", Says: "a published connector may be updated"},
		func(c *choices) { c.connector.updatedAfterPublish = true }},
	{Switch{ID: "republish-accepted", Says: "a connector may be published twice"}, func(c *choices) { c.connector.publishedAgain = true }},
	{Switch{ID: "connector-service-name-needed", Says: "a connector without a service_name is rejected"},
		func(c *choices) { c.connector.nameNeeded = true }},
	{Switch{ID: "connector-needs-nothing", Says: "a connector is created from an empty object connector"},
		func(c *choices) { c.connector.nothingNeeded = true }},
	{Switch{ID: "connector-patch-whole", Says: "an update of a connector without label and data is rejected",
		Without: []string{"update-connector"}}, func(c *choices) { c.connector.wholeUpdates = true }},
	{Switch{ID: "connector-patch-replaces",
		Says: "an update of a connector resets what it does not send; the label to the service_name"}, func(c *choices) {
		c.connector.replacingUpdates, c.connector.updatedAfterPublish, c.connector.publishedAgain = true, true, true
	}},
	{Switch{ID: "update-creates-connector", Says: "an update of a connector that does not exist creates it; each workspace has its own"},
		func(c *choices) { c.connector.madeByUpdate = true }},
	{Switch{ID: "connector-known-types-only", Says: "a configuration_definition of a type unknown here is rejected"},
		func(c *choices) { c.connector.knownTypesOnly = true }},
	{Switch{ID: "late-connectors", Says: "a created connector is not_found for 2 seconds"},
		func(c *choices) { c.connector.lag = 2 * time.Second }},
	{Switch{ID: "late-labels", Says: "a new label shows after 2 seconds, but in the response to its own update"}, func(c *choices) {
		c.connector.labelLag, c.connector.updatedAfterPublish, c.connector.publishedAgain = 2*time.Second, true, true
	}},
	{Switch{ID: "late-labels-published-once",
		Says: "a new label shows after 2 seconds, but in the response to its own update; what is published stays as it is"}, func(c *choices) {
		c.connector.labelLag = 2 * time.Second
	}},
	{Switch{ID: "late-labels-everywhere", Says: "a new label shows after 800 ms, also in the response to its own update"}, func(c *choices) {
		c.connector.labelLag, c.connector.ownLabelLag = 800*time.Millisecond, true
	}},
	{Switch{ID: "late-labels-of-a-replica",
		Says: "a new label shows after 800 ms in the response to its own update, and in every second other one"}, func(c *choices) {
		c.connector.labelLag, c.connector.ownLabelLag, c.connector.labelReplicas = 800*time.Millisecond, true, true
	}},
	{Switch{ID: "empty-configuration-fields", Says: "connectors have no configuration fields"},
		func(c *choices) { c.connector.noFields = true }},
}

var topicVariations = []variation{
	{Switch{ID: "topics-200", Says: "topics get HTTP 200"}, func(c *choices) { c.topic.code = http.StatusOK }},
	{Switch{ID: "topics-paged", Says: "topics are paged as other lists are"}, func(c *choices) { c.topic.paged = true }},
	{Switch{ID: "topics-newest-first", Says: "the newest topic comes first"}, func(c *choices) { c.topic.newestFirst = true }},
	{Switch{ID: "topics-405-elsewhere", Says: "the topics of a source whose kind has none get HTTP 405"},
		func(c *choices) { c.topic.elsewhere = http.StatusMethodNotAllowed }},
	{Switch{ID: "topics-404-elsewhere", Says: "the topics of a source whose kind has none get HTTP 404"},
		func(c *choices) { c.topic.elsewhere = http.StatusNotFound }},
	{Switch{ID: "no-topics", Says: "no source has topics"}, func(c *choices) { c.topic.count = 0 }},
}

var linkVariations = []variation{
	{Switch{ID: "links-short", Says: "a link lives 2 seconds"}, func(c *choices) { c.link.lifetime = 2 * time.Second }},
	{Switch{ID: "link-anew", Says: "every request makes another link"}, func(c *choices) { c.link.fresh = true }},
	{Switch{ID: "link-on-any-segment", Says: "a link is also created for a segment_id that names nothing"},
		func(c *choices) { c.link.onAnySegment = true }},
	{Switch{ID: "link-uri-unlisted-path",
		Says: "the uri of a link has another host in its path, more parameters than auth, and a fragment"},
		func(c *choices) { c.link.unlistedPath = true }},
	{Switch{ID: "link-redirect-needed", Says: "a link without a redirect_uri is rejected"}, func(c *choices) { c.link.redirectNeeded = true }},
	{Switch{ID: "link-redirect-web-only", Says: "a redirect_uri that is not http or https is rejected"},
		func(c *choices) { c.link.webRedirectsOnly = true }},
	{Switch{ID: "expired-link-404", Says: "the uri of an expired link returns HTTP 404"},
		func(c *choices) { c.link.expired = http.StatusNotFound }},
	{Switch{ID: "expired-link-redirect", Says: "the uri of an expired link leads to a login page"},
		func(c *choices) { c.link.expired = http.StatusFound }},
}
