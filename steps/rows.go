package steps

import (
	"maps"
	"slices"
	"strings"

	"understudy/steps/target"
)

// What the steps name that speak of a row of another table.
var (
	plainOperation = kindOfID{"operation that can be asked plainly", func() []string { return slices.Sorted(maps.Keys(effects)) }, "there are " + strings.Join(slices.Sorted(maps.Keys(effects)), ", ")}
	optionalKey    = kindOfID{"optional key of a target file", func() []string { return slices.Sorted(maps.Keys(groundKeys(target.Target{}))) }, "see understudy init target -"}
	probedGap      = kindOfID{"probed gap", func() []string { return slices.Sorted(maps.Keys(recognisers())) }, "see understudy gaps"}
)

// given are the steps that make sure of ground: what is missing skips the
// scenario with the reason.
var given = []Step{
	{
		Pattern: `^at least (\d+) ` + nouns + `$`, Example: `at least 26 invitations`,
		Doc:       "The list has so many records by its total_records; else the scenario is skipped: missing test data.",
		footprint: ofCounting,
		Func:      (*world).atLeast,
	},
	{
		Pattern: `^an empty list of ` + nouns + `$`, Example: `an empty list of invitations`,
		Doc:       "The list has no record; else the scenario is skipped: missing test data.",
		footprint: ofCounting,
		Func:      (*world).empty,
	},
	{
		Pattern: `^a request that succeeds: ([a-z-]+)$`, Example: `a request that succeeds: list-invitations`, names: plainOperation,
		Doc:       "An allowed request of the operation is sent and succeeds. What `I send it again` changes is this request.",
		Provides:  []Thing{AResponse, ARequest},
		footprint: ofPlainRequest,
		Func:      (*world).requestThatSucceeds,
	},
	{
		Pattern: `^the target file gives "([a-z_.]+)"$`, Example: `the target file gives "tokens.other_workspace"`, names: optionalKey,
		Doc:       "The optional key of the target file is there; else the scenario is skipped: narrowed.",
		footprint: ofKey,
		Func:      (*world).has,
	},
	{
		Pattern: `^the tokens "([a-z_]+)" and "([a-z_]+)" differ$`, Example: `the tokens "workspace" and "personal" differ`,
		Doc:  "Two tokens of the target file are not the same; else the scenario is skipped: narrowed.",
		Func: (*world).differ,
	},
	{
		Pattern: `^a segment was created$`, Example: `a segment was created`,
		Doc:      "A segment is created on the target's source_id and dataset_id, with samples.atomic_molecule where given. It stays in the ledger.",
		Provides: []Thing{AResponse, ASegment}, Writes: true, Footprint: ofSegment,
		Func: (*world).segmentCreated,
	},
	{
		Pattern: `^the segment can be retrieved$`, Example: `the segment can be retrieved`,
		Doc:      "GET of the created segment answers; else the scenario is skipped: unsupported. It stands outside the endpoints.",
		Requires: []Thing{ASegment}, Provides: []Thing{AResponse}, Footprint: ofAsking,
		Func: (*world).segmentRetrieved,
	},
	{
		Pattern: `^it is accepted$`, Example: `it is accepted`,
		Doc:      "The last request had an effect; else the scenario is skipped: missing test data.",
		Requires: []Thing{AResponse},
		Func:     (*world).accepted,
	},
	{
		Pattern: `^a segment with the molecules (.+) was sent$`, Example: `a segment with the molecules atomic, operation, atomic was sent`,
		Doc:      "Like `I create a segment with the molecules …`, as ground.",
		Provides: []Thing{AResponse}, Writes: true, Footprint: ofSegment,
		Func: (*world).createMolecules,
	},
	{
		Pattern: `^the destination can be retrieved$`, Example: `the destination can be retrieved`,
		Doc:      "GET of resources.destination_id answers; else the scenario is skipped: unsupported. It stands outside the endpoints.",
		Provides: []Thing{AResponse}, Footprint: Footprint{Requests: 1, Needs: "resources.destination_id"},
		Func: (*world).destinationRetrieved,
	},
	{
		Pattern: `^a connector was created$`, Example: `a connector was created`,
		Doc:      "samples.connector is created with a service_name and label of the run. It stays in the ledger.",
		Provides: []Thing{AResponse, AConnector}, Writes: true, Footprint: ofGround,
		Func: (*world).connectorCreated,
	},
	{
		Pattern: `^a connector was published$`, Example: `a connector was published`,
		Doc:      "One connector is published, once for the whole run: one of its own with allow_publish, else resources.publishable_connector_service_name. Requests with a faulty token were sent before.",
		Provides: []Thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*world).published,
	},
	{
		Pattern: `^the target's own connector was published$`, Example: `the target's own connector was published`,
		Doc:      "resources.publishable_connector_service_name is published, once for the whole run; else the scenario is skipped: narrowed, or missing test data where it is refused.",
		Provides: []Thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*world).namedPublished,
	},
	{
		Pattern: `^a link was created$`, Example: `a link was created`,
		Doc:      "A link is created on a complete segment that the run shares.",
		Provides: []Thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofLink,
		Func: (*world).linkCreated,
	},
	{
		Pattern: `^a link on another segment was created$`, Example: `a link on another segment was created`,
		Doc:      "A link is created on a complete segment of the scenario's own.",
		Provides: []Thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofDoneSegment.plus(ofLink),
		Func: (*world).linkOnAnother,
	},
	{
		Pattern: `^the clock stands still$`, Example: `the clock stands still`,
		Doc:        "The deployment's clock is stopped through control_url until the scenario ends.",
		NeedsClock: true, Footprint: Footprint{Needs: "control_url"},
		Func: (*world).freezeClock,
	},
}

// when are the steps that send what the scenario is about.
var when = []Step{
	{
		Pattern: `^I list the ` + nouns + `$`, Example: `I list the invitations`,
		Doc:      "The list is asked for without a query.",
		Provides: []Thing{AListResponse}, Footprint: Footprint{Requests: 2},
		Func: (*world).listAll,
	},
	{
		Pattern: `^I list the ` + nouns + ` with ((?:(?:page|per_page|order) (?:"[^"]*"|[^\s"]+)(?: and )?)+)$`, Example: `I list the invitations with page 0 and per_page 1`,
		Doc:      "The list is asked for with page, per_page or order, joined by `and`, in that order and as often as written. Values with spaces or none stand in quotes.",
		Provides: []Thing{AListResponse},
		Func:     (*world).listWith,
	},
	{
		Pattern: `^I list the ` + nouns + ` after the last page$`, Example: `I list the invitations after the last page`,
		Doc:      "A page is asked for that lies a thousand pages after the last.",
		Provides: []Thing{AListResponse}, Footprint: Footprint{Requests: 2},
		Func: (*world).listPastEnd,
	},
	{
		Pattern: `^I read the pages of the ` + nouns + `()$`, Example: `I read the pages of the invitations`,
		Doc:       "Page 1, the pages in question, page 1 at twice the per_page and page 1 again. In question are all of up to five pages, else 2 and the last two. When page 1 has changed meanwhile, all is read again, up to four times.",
		Provides:  []Thing{PagesRead},
		footprint: ofPages,
		Func:      (*world).readBook,
	},
	{
		Pattern: `^I read the pages of the ` + nouns + ` in order (asc|desc)$`, Example: `I read the pages of the invitations in order asc`,
		Doc:       "The same with an order.",
		Provides:  []Thing{PagesRead},
		footprint: ofPages,
		Func:      (*world).readBook,
	},
	{
		Pattern: `^I send it again without an Authorization header$`, Example: `I send it again without an Authorization header`,
		Doc:       "The request of `a request that succeeds`, with new names, without a token.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).againWithoutToken,
	},
	{
		Pattern: `^I send it again with the token "(workspace|personal|other_workspace|revoked|shortened|lengthened|altered at its start|altered at its end|empty)"$`, Example: `I send it again with the token "personal"`,
		Doc:       "The same request with another token of the target file, the right one with a letter less, more or another, or none after the scheme.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).againWithToken,
	},
	{
		Pattern: `^I send it again with an invented token$`, Example: `I send it again with an invented token`,
		Doc:       "The same request with a random token of the shape of the right one.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).againWithInventedToken,
	},
	{
		Pattern: `^I send it again with the scheme (bearer|Basic)$`, Example: `I send it again with the scheme Basic`,
		Doc:       "The same request with the right token, after `bearer` in lower case or as the password of HTTP Basic with the user bearer.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).againWithScheme,
	},
	{
		Pattern: `^I list the ` + nouns + ` with (.+) and without an Authorization header$`, Example: `I list the invitations with page 2 and per_page 1 and without an Authorization header`,
		Doc:      "The list is asked for with a query and without a token.",
		Provides: []Thing{AListResponse},
		Func:     (*world).listWithoutToken,
	},
	{
		Pattern: `^I send it again in the same words$`, Example: `I send it again in the same words`,
		Doc:      "The creation of the link, byte for byte.",
		Requires: []Thing{ALink}, Writes: true,
		footprint: ofSendingAgain,
		Func:      (*world).linkAgain,
	},
	{
		Pattern: `^I send it again as "([^"]+)"$`, Example: `I send it again as "text/plain"`,
		Doc:       "The same request with another Content-Type.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).againAs,
	},
	{
		Pattern: `^I send it again with the body (.+)$`, Example: `I send it again with the body {"name":`,
		Doc:       "The same request with these bytes as its body.",
		Requires:  []Thing{ARequest},
		footprint: ofSendingAgain,
		Func:      (*world).createRaw,
	},
	{
		Pattern: `^I create a segment$`, Example: `I create a segment`,
		Doc:    "The creation that the document shows: name, molecules, dataset_id.",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createSegment,
	},
	{
		Pattern: `^I create a segment without "([a-z_]+)"$`, Example: `I create a segment without "name"`,
		Doc:    "The same body without one member.",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createWithout,
	},
	{
		Pattern: `^I create a segment whose "([a-z_]+)" is (.+)$`, Example: `I create a segment whose "name" is ""`,
		Doc:    "The same body with one member set to a JSON value.",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createWith,
	},
	{
		Pattern: `^I create a segment whose molecule has the "([a-z_]+)" "([^"]*)"$`, Example: `I create a segment whose molecule has the "operator" "perhaps"`,
		Doc:    "The same body with one member of the atomic molecule changed.",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createWithAtomic,
	},
	{
		Pattern: `^I create a segment with the molecules (.+)$`, Example: `I create a segment with the molecules atomic, operation, atomic`,
		Doc:    "The same body with molecules of these kinds: atomic (the sample), operation (samples.operation_molecule), group (an array with the sample).",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createMolecules,
	},
	{
		Pattern: `^I create a second segment of the same name$`, Example: `I create a second segment of the same name`,
		Doc:      "Two creations with one name; the second is judged.",
		Provides: []Thing{ASegment}, Writes: true, Footprint: ofSegment.plus(ofSegment),
		Func: (*world).createNameTwice,
	},
	{
		Pattern: `^I create a segment on a source that does not exist$`, Example: `I create a segment on a source that does not exist`,
		Doc:    "The same body sent to a random source_id below 2^31.",
		Writes: true, Footprint: ofSegment,
		Func: (*world).createOnUnknownSource,
	},
	{
		Pattern: `^I follow its source URL until creation is complete$`, Example: `I follow its source URL until creation is complete`,
		Doc:      "filter_segment_source_url is read again and again until its status is true, at most for limits.async_timeout.",
		Requires: []Thing{ASegment}, Provides: []Thing{ItsCompletion}, Footprint: Footprint{Waits: 1},
		Func: (*world).waitForCompletion,
	},
	{
		Pattern: `^I read its source URL without an Authorization header$`, Example: `I read its source URL without an Authorization header`,
		Doc:      "filter_segment_source_url is read once without a token.",
		Requires: []Thing{ASegment},
		Func:     (*world).readSourceWithoutToken,
	},
	{
		Pattern: `^I retrieve a segment that does not exist$`, Example: `I retrieve a segment that does not exist`,
		Doc:  "GET of a random segment id below 2^31.",
		Func: (*world).retrieveUnknown,
	},
	{
		Pattern: `^I retrieve it without an Authorization header$`, Example: `I retrieve it without an Authorization header`,
		Doc:      "GET of the created segment without a token.",
		Requires: []Thing{ASegment},
		Func:     (*world).retrieveWithoutToken,
	},
	{
		Pattern: `^I rename the destination$`, Example: `I rename the destination`,
		Doc:      "resources.destination_id gets a new name: {name} only, or samples.service_connection with it. The name is put back when the scenario ends.",
		Provides: []Thing{ARenaming, ADestination}, Writes: true, Footprint: ofRenaming,
		Func: (*world).rename,
	},
	{
		Pattern: `^I update the destination$`, Example: `I update the destination`,
		Doc:      "The same request with the name that the destination has.",
		Provides: []Thing{ADestination}, Writes: true, Footprint: ofUpdate,
		Func: (*world).updateDestination,
	},
	{
		Pattern: `^I update a destination that does not exist$`, Example: `I update a destination that does not exist`,
		Doc:    "The same request to a random destination_id below 2^31.",
		Writes: true, Footprint: ofRenaming,
		Func: (*world).updateUnknown,
	},
	{
		Pattern: `^I list the objects of a destination that does not exist$`, Example: `I list the objects of a destination that does not exist`,
		Doc:  "GET of the objects of a random destination_id below 2^31.",
		Func: (*world).objectsOfUnknown,
	},
	{
		Pattern: `^I retrieve a destination that does not exist$`, Example: `I retrieve a destination that does not exist`,
		Doc:  "GET of a random destination_id below 2^31.",
		Func: (*world).retrieveUnknownDestination,
	},
	{
		Pattern: `^I retrieve the destination without an Authorization header$`, Example: `I retrieve the destination without an Authorization header`,
		Doc:  "GET of resources.destination_id without a token.",
		Func: (*world).retrieveDestinationWithoutToken,
	},
	{
		Pattern: `^I list the topics of a source that does not exist$`, Example: `I list the topics of a source that does not exist`,
		Doc:  "GET of the topics of a random source_id below 2^31.",
		Func: (*world).topicsOfUnknown,
	},
	{
		Pattern: `^I create a connector$`, Example: `I create a connector`,
		Doc:    "samples.connector with a service_name and label of the run.",
		Writes: true, Footprint: ofConnector,
		Func: (*world).createConnector,
	},
	{
		Pattern: `^I create a connector without the object connector$`, Example: `I create a connector without the object connector`,
		Doc:    "The body {}.",
		Writes: true, Footprint: ofConnector.plus(ofConnector),
		Func: (*world).createWithoutConnector,
	},
	{
		Pattern: `^I create a second connector of the same service_name$`, Example: `I create a second connector of the same service_name`,
		Doc:    "Two creations with one service_name; the second is judged.",
		Writes: true, Footprint: ofGround.plus(ofConnector),
		Func: (*world).createConnectorTwice,
	},
	{
		Pattern: `^I update the connector$`, Example: `I update the connector`,
		Doc:      "The connector gets a new label: one of the run, or resources.connector_service_name where creating is refused.",
		Provides: []Thing{AConnector}, Writes: true, Footprint: ofGround.plus(ofAsking),
		Func: (*world).updateConnector,
	},
	{
		Pattern: `^I update the connector without the object connector$`, Example: `I update the connector without the object connector`,
		Doc:    "The body {}.",
		Writes: true, Footprint: ofGround.plus(ofAsking).plus(ofAsking),
		Func: (*world).updateWithoutConnector,
	},
	{
		Pattern: `^I update the connector with another service_name$`, Example: `I update the connector with another service_name`,
		Doc:    "A new label and a service_name, which is sent on create only.",
		Writes: true, Footprint: ofGround.plus(ofAsking),
		Func: (*world).updateServiceName,
	},
	{
		Pattern: `^I update a connector that does not exist$`, Example: `I update a connector that does not exist`,
		Doc:    "The same body to a random service_name.",
		Writes: true, Footprint: ofGround.plus(ofAsking),
		Func: (*world).updateUnknownConnector,
	},
	{
		Pattern: `^I publish it again$`, Example: `I publish it again`,
		Doc:      "The second publishing of the run's published connector.",
		Requires: []Thing{AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*world).publishAgain,
	},
	{
		Pattern: `^I update it after publishing$`, Example: `I update it after publishing`,
		Doc:      "An update of the run's published connector, where it is the run's own.",
		Requires: []Thing{AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*world).updateAfterPublishing,
	},
	{
		Pattern: `^I publish a connector that does not exist$`, Example: `I publish a connector that does not exist`,
		Doc:    "PUT to a random service_name.",
		Writes: true,
		Func:   (*world).publishUnknown,
	},
	{
		Pattern: `^I create a link$`, Example: `I create a link`,
		Doc:      "POST with samples.redirect_uri on a complete segment that the run shares.",
		Provides: []Thing{ASegment, ALink}, Writes: true, Footprint: ofLink,
		Func: (*world).createLink,
	},
	{
		Pattern: `^I create a link on a segment that does not exist$`, Example: `I create a link on a segment that does not exist`,
		Doc:    "The same body to a random segment_id below 2^31.",
		Writes: true, Footprint: ofLink,
		Func: (*world).createLinkOnUnknown,
	},
	{
		Pattern: `^I create a link on a source that does not exist$`, Example: `I create a link on a source that does not exist`,
		Doc:    "The same body to a random source_id below 2^31.",
		Writes: true, Footprint: ofLink,
		Func: (*world).createLinkOnUnknownSource,
	},
	{
		Pattern: `^I open its uri at its expiration$`, Example: `I open its uri at its expiration`,
		Doc:      "The uri is opened once, the clock is moved to the instant of expiration through control_url, and the uri is opened again.",
		Requires: []Thing{ALink}, NeedsClock: true, Footprint: Footprint{Requests: 2},
		Func: (*world).openAtExpiration,
	},
	{
		Pattern: `^I wait until it expires and open its uri$`, Example: `I wait until it expires and open its uri`,
		Doc:      "Where open_links is true and the link lives no longer than limits.link_wait; else the scenario is skipped: narrowed.",
		Requires: []Thing{ALink},
		Func:     (*world).waitForExpiration,
	},
	{
		Pattern: `^I read its source URL before the clock moves$`, Example: `I read its source URL before the clock moves`,
		Doc:      "filter_segment_source_url is read once; a segment that is complete at once skips the scenario.",
		Requires: []Thing{ASegment},
		Func:     (*world).isRunning,
	},
	{
		Pattern: `^I let the time for completion pass$`, Example: `I let the time for completion pass`,
		Doc:      "The clock is moved by limits.async_timeout through control_url, and the source URL is read again.",
		Requires: []Thing{ASegment}, Provides: []Thing{ItsCompletion}, NeedsClock: true,
		Func: (*world).advanceAsync,
	},
	{
		Pattern: `^I create a connector without "([a-z_]+)"$`, Example: `I create a connector without "label"`,
		Doc:    "The same connector without one member.",
		Writes: true, Footprint: ofConnector,
		Func: (*world).createConnectorWithout,
	},
	{
		Pattern: `^I create a connector whose "([a-z_]+)" is (.+)$`, Example: `I create a connector whose "icon_url" is "no URL"`,
		Doc:    "The same connector with one member set to a JSON value.",
		Writes: true, Footprint: ofConnector,
		Func: (*world).createConnectorWith,
	},
	{
		Pattern: `^I create a link without "([a-z_]+)"$`, Example: `I create a link without "redirect_uri"`,
		Doc:    "The same body without one member.",
		Writes: true, Footprint: ofLink,
		Func: (*world).createLinkWithout,
	},
	{
		Pattern: `^I create a link back to a URL with a query$`, Example: `I create a link back to a URL with a query`,
		Doc:    "The same body with samples.redirect_uri and a query.",
		Writes: true, Footprint: ofLink,
		Func: (*world).createLinkBackWithQuery,
	},
	{
		Pattern: `^I create a link back to "([^"]+)"$`, Example: `I create a link back to "javascript:alert(1)"`,
		Doc:    "The same body with another redirect_uri.",
		Writes: true, Footprint: ofLink,
		Func: (*world).createLinkBackTo,
	},
}

// then are the steps that judge. A scenario with one @promise tag fails for
// that promise; `what the answer holds is as promised` judges each of several.
var then = []Step{
	{
		Pattern: `^the answer is a success$`, Example: `the answer is a success`,
		Doc:  "An allowed request was not refused.",
		Func: (*world).succeeds,
	},
	{
		Pattern: `^"([a-z_.0-9]+)" is (\d+)$`, Example: `"pagination.page" is 1`,
		Doc:  "The number at a gjson path of the last answer.",
		Func: (*world).numberIs,
	},
	{
		Pattern: `^there are exactly (\d+) records$`, Example: `there are exactly 25 records`,
		Doc:  "The length of data.",
		Func: (*world).exactly,
	},
	{
		Pattern: `^there are (\d+) records by default$`, Example: `there are 25 records by default`,
		Doc:      "The length of data, where a per_page of that number gives so many too.",
		Requires: []Thing{AListResponse}, Footprint: ofAsking,
		Func: (*world).holdsByDefault,
	},
	{
		Pattern: `^there are at most (\d+) records$`, Example: `there are at most 100 records`,
		Doc:  "The length of data; a refusal has none.",
		Func: (*world).noMoreThan,
	},
	{
		Pattern: `^"data" is what per_page (\d+) holds$`, Example: `"data" is what per_page 25 holds`,
		Doc:      "Compares the last answer with one to the same request with that per_page.",
		Requires: []Thing{AListResponse}, Footprint: Footprint{Requests: 3},
		Func: (*world).holdsPerPage,
	},
	{
		Pattern: `^"data" is what page (\d+) holds$`, Example: `"data" is what page 1 holds`,
		Doc:      "The last list request, repeated between two reads of the page, has that page's records.",
		Requires: []Thing{AListResponse}, Footprint: Footprint{Requests: 3},
		Func: (*world).holdsPage,
	},
	{
		Pattern: `^what the answer holds is as promised$`, Example: `what the answer holds is as promised`,
		Doc:  "No answer of the scenario broke the contract at a place that one of its promises owns. A promise of which nothing was seen is skipped.",
		Func: (*world).asPromised,
	},
	{
		Pattern: `^each record has both "([a-z_]+)" and "([a-z_]+)" or neither$`, Example: `each record has both "claimed_at" and "claimed_by_id" or neither`,
		Doc:  "In every record two members are both set or both null or absent.",
		Func: (*world).bothOrNeither,
	},
	{
		Pattern: `^each record stands on one page$`, Example: `each record stands on one page`,
		Doc:      "The pages that were read overlap nowhere, and pages 1 and 2 are page 1 of twice the size.",
		Requires: []Thing{PagesRead},
		Func:     (*world).onePageEach,
	},
	{
		Pattern: `^total_records counts every record$`, Example: `total_records counts every record`,
		Doc:      "total_records is the same on every page and for every per_page, and the number of all records.",
		Requires: []Thing{PagesRead},
		Func:     (*world).totalCounts,
	},
	{
		Pattern: `^each page holds as many records as it should$`, Example: `each page holds as many records as it should`,
		Doc:      "per_page records on each page before the last, and what remains on the last.",
		Requires: []Thing{PagesRead},
		Func:     (*world).pagesAreFull,
	},
	{
		Pattern: `^last_page is the last page with records$`, Example: `last_page is the last page with records`,
		Doc:      "last_page is total_records divided by per_page, rounded up.",
		Requires: []Thing{PagesRead},
		Func:     (*world).lastPageHoldsTheLast,
	},
	{
		Pattern: `^each page names itself$`, Example: `each page names itself`,
		Doc:      "pagination.page is the page that was asked for.",
		Requires: []Thing{PagesRead},
		Func:     (*world).pagesNameThemselves,
	},
	{
		Pattern: `^each page names its per_page$`, Example: `each page names its per_page`,
		Doc:      "pagination.per_page is the per_page that was asked for, where the number of records shows that it was used.",
		Requires: []Thing{PagesRead},
		Func:     (*world).pagesNameTheirSize,
	},
	{
		Pattern: `^next_page leads to the next page$`, Example: `next_page leads to the next page`,
		Doc:      "next_page is page + 1 before the last page.",
		Requires: []Thing{PagesRead},
		Func:     (*world).nextLeadsOn,
	},
	{
		Pattern: `^prev_page leads to the page before$`, Example: `prev_page leads to the page before`,
		Doc:      "prev_page is page - 1 after the first page.",
		Requires: []Thing{PagesRead},
		Func:     (*world).prevLeadsBack,
	},
	{
		Pattern: `^the newest record comes first$`, Example: `the newest record comes first`,
		Doc:      "Creation times never rise, within the pages and across them. Equal instants may stand in any order.",
		Requires: []Thing{PagesRead},
		Func:     (*world).newestFirst,
	},
	{
		Pattern: `^the oldest record comes first$`, Example: `the oldest record comes first`,
		Doc:      "Creation times never fall, within the pages and across them.",
		Requires: []Thing{PagesRead},
		Func:     (*world).oldestFirst,
	},
	{
		Pattern: `^nothing is given away or done$`, Example: `nothing is given away or done`,
		Doc:       "The answer holds no resource, whatever its code and words are.",
		footprint: ofReadingBack,
		Func:      (*world).nothingHappened,
	},
	{
		Pattern: `^the answer is lawful for gap "([a-z0-9-]+)"$`, Example: `the answer is lawful for gap "per-page-over-max"`, names: probedGap,
		Doc:       "Fails only for what the gap forbids; else the variant that the answer shows is reported, or other.",
		footprint: ofGap,
		Func:      (*world).lawful,
	},
	{
		Pattern: `^creation completes in time$`, Example: `creation completes in time`,
		Doc:      "The source URL's status became true within limits.async_timeout.",
		Requires: []Thing{ItsCompletion},
		Func:     (*world).completesInTime,
	},
	{
		Pattern: `^it stays complete$`, Example: `it stays complete`,
		Doc:      "For two seconds more, the status stays true and the answer keeps its members. They pass on the deployment's clock where the scenario turns it.",
		Requires: []Thing{ItsCompletion}, Footprint: Footprint{Requests: settleReads},
		Func: (*world).staysComplete,
	},
	{
		Pattern: `^it shows the source and the dataset that were sent$`, Example: `it shows the source and the dataset that were sent`,
		Doc:      "source_id and dataset_id, where the complete source URL or the retrieval shows them as numbers, are those of the creation.",
		Requires: []Thing{ItsCompletion}, Footprint: ofAsking,
		Func: (*world).isOnItsSource,
	},
	{
		Pattern: `^the source URL shows every property of the retrieval$`, Example: `the source URL shows every property of the retrieval`,
		Doc:      "What GET of the segment returns in data stands in the complete answer of the source URL too.",
		Requires: []Thing{ItsCompletion}, Footprint: ofAsking,
		Func: (*world).hasProperties,
	},
	{
		Pattern: `^the answer shows the new name$`, Example: `the answer shows the new name`,
		Doc:      "data.name is the name that was sent; only the one from before convicts.",
		Requires: []Thing{ARenaming},
		Func:     (*world).showsNewName,
	},
	{
		Pattern: `^the new name is kept$`, Example: `the new name is kept`,
		Doc:      "The name is read back by the first witness that works: GET of the destination, an update without a name. Only the name from before convicts.",
		Requires: []Thing{ARenaming}, Footprint: Footprint{Requests: 2},
		Func: (*world).keepsNewName,
	},
	{
		Pattern: `^the answer is about the destination of the path$`, Example: `the answer is about the destination of the path`,
		Doc:      "data.id is resources.destination_id.",
		Requires: []Thing{ADestination},
		Func:     (*world).isTheDestination,
	},
	{
		Pattern: `^no other destination has the new name$`, Example: `no other destination has the new name`,
		Doc:      "resources.objects_destination_id does not have the name that was sent, where GET of it shows one.",
		Requires: []Thing{ARenaming}, Footprint: ofAsking,
		Func: (*world).isNamedAlone,
	},
	{
		Pattern: `^the ` + nouns + ` are not the ` + nouns + `$`, Example: `the objects of the empty destination are not the destination objects`,
		Doc:       "What the target file calls empty does not list the records of what it calls full.",
		Footprint: Footprint{Requests: 2},
		Func:      (*world).emptyShowsNone,
	},
	{
		Pattern: `^its objects are those that it lists$`, Example: `its objects are those that it lists`,
		Doc:      "The objects in the answer to an update and those in the destination's list are not altogether others.",
		Requires: []Thing{ADestination}, Footprint: ofAsking,
		Func: (*world).objectsAgree,
	},
	{
		Pattern: `^it is about no other (segment|connector|published connector|destination)$`, Example: `it is about no other segment`,
		Doc:       "What the answer names, where it names one, is that of the path; and resources.destination_id does not have the name that was sent to another.",
		footprint: ofAnother,
		Func:      (*world).isNoOther,
	},
	{
		Pattern: `^the answer shows the label that was sent last$`, Example: `the answer shows the label that was sent last`,
		Doc:      "data.label is that label; only the one from before convicts.",
		Requires: []Thing{AConnector},
		Func:     (*world).showsLabel,
	},
	{
		Pattern: `^the new label is kept$`, Example: `the new label is kept`,
		Doc:      "An update of another member shows it; only the label from before convicts.",
		Requires: []Thing{AConnector}, Footprint: ofAsking,
		Func: (*world).keepsLabel,
	},
	{
		Pattern: `^the answer names the connector of the path$`, Example: `the answer names the connector of the path`,
		Doc:      "data.service_name is the service_name in the path.",
		Requires: []Thing{AConnector},
		Func:     (*world).answersToItsName,
	},
	{
		Pattern: `^the link is neither expired nor revoked$`, Example: `the link is neither expired nor revoked`,
		Doc:      "expired and revoked are false, and expiration lies no more than a minute before the answer's Date.",
		Requires: []Thing{ALink},
		Func:     (*world).isFresh,
	},
	{
		Pattern: `^its uri carries an authorization value$`, Example: `its uri carries an authorization value`,
		Doc:      "The query parameter auth of uri is there and not empty.",
		Requires: []Thing{ALink},
		Func:     (*world).carriesAuth,
	},
	{
		Pattern: `^it names the redirect_uri that was sent$`, Example: `it names the redirect_uri that was sent`,
		Doc:      "redirect_uri is the value that was sent.",
		Requires: []Thing{ALink},
		Func:     (*world).echoesRedirect,
	},
	{
		Pattern: `^it names its segment$`, Example: `it names its segment`,
		Doc:      "segment_id is the segment that the link was created on.",
		Requires: []Thing{ASegment},
		Func:     (*world).namesItsSegment,
	},
	{
		Pattern: `^its uri opens nothing$`, Example: `its uri opens nothing`,
		Doc:      "The uri is not answered with a 2xx.",
		Requires: []Thing{ALink},
		Func:     (*world).opensNothing,
	},
}
