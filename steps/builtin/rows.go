package builtin

import (
	"maps"
	"slices"
	"sync"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	step      = feature.Step
	thing     = feature.Thing
	footprint = feature.Footprint
)

// The things that built-in steps provide.
const (
	AResponse           = feature.AResponse
	ARequest      thing = "a request"
	AListResponse thing = "the response to a list"
	PagesRead     thing = "the pages of a list"
	ASegment      thing = "a segment"
	ItsCompletion thing = "the end of a segment's creation"
	ALink         thing = "a link"
	AConnector    thing = "a connector"
	ARenaming     thing = "a new name"
	ADestination  thing = "the update of a destination"
)

// Catalogue is the vocabulary of the rows. It is made when first asked for: commands
// that read no features do not wait for its patterns.
var Catalogue = sync.OnceValue(func() feature.Vocabulary { return feature.NewVocabulary(lists, given, when, then) })

// lists are those of the API as steps name them.
var lists = func() (all []feature.List) {
	for _, l := range paging.Listings {
		all = append(all, feature.List{Noun: l.Noun, Operation: l.Operation})
	}
	return all
}()

// nouns is the group of a step's pattern that names a list.
var nouns = feature.GroupOf(lists)

// optionalKeys are those of a target file that a step may ask for.
var optionalKeys = &feature.IDs{
	Noun: "optional key of a target file", Hint: "see understudy init target -",
	All: func() []string { return slices.Sorted(maps.Keys(scenario.GivenKeys(target.Target{}))) },
}

// given are the steps that provide test data: what is missing skips the scenario
// with the reason.
var given = []step{
	{
		Pattern: `^at least (\d+) ` + nouns + `$`, Example: `at least 26 invitations`,
		Doc:         "The list has at least so many records by its total_records; else the scenario is skipped: missing test data.",
		FootprintOf: ofCounting,
		Func:        (*World).atLeast,
	},
	{
		Pattern: `^an empty list of ` + nouns + `$`, Example: `an empty list of invitations`,
		Doc:         "The list has no record; else the scenario is skipped: missing test data.",
		FootprintOf: ofCounting,
		Func:        (*World).empty,
	},
	{
		Pattern: `^a successful ([a-z-]+) request$`, Example: `a successful list-invitations request`,
		Aliases: []string{`^a request that succeeds: ([a-z-]+)$`}, Names: feature.PlainOperations,
		Doc:         "An allowed request of the operation is sent and succeeds. What `I send it again` changes is this request.",
		Provides:    []thing{AResponse, ARequest},
		FootprintOf: ofPlainRequest,
		Func:        (*World).requestThatSucceeds,
	},
	{
		Pattern: `^the target file has "([a-z_.]+)"$`, Example: `the target file has "tokens.other_workspace"`,
		Aliases: []string{`^the target file gives "([a-z_.]+)"$`}, Names: optionalKeys,
		Doc:         "The target file has the optional key; else the scenario is skipped: narrowed.",
		FootprintOf: ofKey,
		Func:        (*World).Has,
	},
	{
		Pattern: `^the tokens "([a-z_]+)" and "([a-z_]+)" differ$`, Example: `the tokens "workspace" and "personal" differ`,
		Doc:  "Two tokens of the target file are not the same; else the scenario is skipped: narrowed.",
		Func: (*World).differ,
	},
	{
		Pattern: `^a segment was created$`, Example: `a segment was created`,
		Operations: []string{spec.CreateSegment},
		Doc:        "A segment is created on the target's source_id and dataset_id, with samples.atomic_molecule where given. It stays in the ledger.",
		Provides:   []thing{AResponse, ASegment}, Writes: true, Footprint: ofSegment,
		Func: (*World).segmentCreated,
	},
	{
		Pattern: `^the segment can be retrieved$`, Example: `the segment can be retrieved`,
		Operations: []string{spec.GetSegment},
		Doc:        "GET of the created segment succeeds; else the scenario is skipped: unsupported. It is not one of the document's endpoints.",
		Requires:   []thing{ASegment}, Provides: []thing{AResponse}, Footprint: ofAsking,
		Func: (*World).segmentRetrieved,
	},
	{
		Pattern: `^the request was accepted$`, Example: `the request was accepted`,
		Aliases:  []string{`^it is accepted$`},
		Doc:      "The last request had an effect; else the scenario is skipped: missing test data.",
		Requires: []thing{AResponse},
		Func:     (*World).accepted,
	},
	{
		Pattern: `^a segment with the molecules (.+) was sent$`, Example: `a segment with the molecules atomic, operation, atomic was sent`,
		Operations: []string{spec.CreateSegment},
		Doc:        "Like `I create a segment with the molecules …`, as test data.",
		Provides:   []thing{AResponse}, Writes: true, Footprint: ofSegment,
		Func: (*World).createMolecules,
	},
	{
		Pattern: `^the destination can be retrieved$`, Example: `the destination can be retrieved`,
		Operations: []string{spec.GetDestination},
		Doc:        "GET of resources.destination_id succeeds; else the scenario is skipped: unsupported. It is not one of the document's endpoints.",
		Provides:   []thing{AResponse}, Footprint: footprint{Requests: 1, Needs: "resources.destination_id"},
		Func: (*World).destinationRetrieved,
	},
	{
		Pattern: `^a connector was created$`, Example: `a connector was created`,
		Operations: []string{spec.CreateConnector},
		Doc:        "samples.connector is created with a service_name and label of the run. It stays in the ledger.",
		Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofGround,
		Func: (*World).connectorCreated,
	},
	{
		Pattern: `^a connector was published$`, Example: `a connector was published`,
		Operations: []string{spec.PublishConnector},
		Doc:        "One connector is published, once for the whole run: one of its own with allow_publish, else resources.publishable_connector_service_name. Requests with a faulty token were sent before.",
		Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*World).published,
	},
	{
		Pattern: `^the target file's connector was published$`, Example: `the target file's connector was published`,
		Aliases:    []string{`^the target's own connector was published$`},
		Operations: []string{spec.PublishConnector},
		Doc:        "resources.publishable_connector_service_name is published, once for the whole run; else the scenario is skipped: narrowed, or missing test data where that is rejected.",
		Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*World).namedPublished,
	},
	{
		Pattern: `^a link was created$`, Example: `a link was created`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "A link is created on a complete segment that the run shares.",
		Provides:   []thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofLink,
		Func: (*World).linkCreated,
	},
	{
		Pattern: `^a link on another segment was created$`, Example: `a link on another segment was created`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "A link is created on a complete segment of the scenario's own.",
		Provides:   []thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofDoneSegment.Plus(ofLink),
		Func: (*World).linkOnAnother,
	},
	{
		Pattern: `^the clock stands still$`, Example: `the clock stands still`,
		Doc:        "The deployment's clock is stopped through control_url until the scenario ends.",
		NeedsClock: true, Footprint: footprint{Needs: "control_url"},
		Func: (*World).FreezeClock,
	},
}

// when are the steps that send what the scenario is about.
var when = []step{
	{
		Pattern: `^I list the ` + nouns + `$`, Example: `I list the invitations`,
		Doc:      "Requests the list without a query.",
		Provides: []thing{AListResponse}, Footprint: footprint{Requests: 2},
		Func: (*World).listAll,
	},
	{
		Pattern: `^I list the ` + nouns + ` with ((?:(?:page|per_page|order) (?:"[^"]*"|[^\s"]+)(?: and )?)+)$`, Example: `I list the invitations with page 0 and per_page 1`,
		Doc:      "Requests the list with page, per_page or order, joined by `and`, in that order and as often as written. A value with spaces, or an empty one, is quoted.",
		Provides: []thing{AListResponse},
		Func:     (*World).listWith,
	},
	{
		Pattern: `^I list the ` + nouns + ` after the last page$`, Example: `I list the invitations after the last page`,
		Doc:      "Requests a page that is a thousand pages after the last.",
		Provides: []thing{AListResponse}, Footprint: footprint{Requests: 2},
		Func: (*World).listPastEnd,
	},
	{
		Pattern: `^I read the pages of the ` + nouns + `()$`, Example: `I read the pages of the invitations`,
		Doc:         "Page 1, the pages in question, page 1 at twice the per_page and page 1 again. In question are all of up to five pages, else 2 and the last two. If page 1 has changed meanwhile, all is read again, up to four times.",
		Provides:    []thing{PagesRead},
		FootprintOf: ofPages,
		Func:        (*World).readPages,
	},
	{
		Pattern: `^I read the pages of the ` + nouns + ` in order (asc|desc)$`, Example: `I read the pages of the invitations in order asc`,
		Doc:         "The same with an order.",
		Provides:    []thing{PagesRead},
		FootprintOf: ofPages,
		Func:        (*World).readPages,
	},
	{
		Pattern: `^I send it again without an Authorization header$`, Example: `I send it again without an Authorization header`,
		Doc:         "The request of `a successful … request`, with new names, without a token.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againWithoutToken,
	},
	{
		Pattern: `^I send it again with the token "(workspace|personal|other_workspace|revoked)"$`, Example: `I send it again with the token "personal"`,
		Doc:         "The same request with another token of the target file.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againWithToken,
	},
	{
		Pattern: `^I send it again with its token (shortened|lengthened|altered at its start|altered at its end|empty)$`, Example: `I send it again with its token shortened`,
		Aliases:     []string{`^I send it again with the token "(shortened|lengthened|altered at its start|altered at its end|empty)"$`},
		Doc:         "The same request with a character removed from the end of the right token, added to it or replaced in it, or with nothing after the scheme.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againWithToken,
	},
	{
		Pattern: `^I send it again with a random token$`, Example: `I send it again with a random token`,
		Aliases:     []string{`^I send it again with an invented token$`},
		Doc:         "The same request with a random token of the shape of the right one.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againWithInventedToken,
	},
	{
		Pattern: `^I send it again with the scheme (bearer|Basic)$`, Example: `I send it again with the scheme Basic`,
		Doc:         "The same request with the right token, after `bearer` in lower case or as the password of HTTP Basic with the user bearer.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againWithScheme,
	},
	{
		Pattern: `^I list the ` + nouns + ` with (.+) and without an Authorization header$`, Example: `I list the invitations with page 2 and per_page 1 and without an Authorization header`,
		Doc:      "Requests the list with a query and without a token.",
		Provides: []thing{AListResponse},
		Func:     (*World).listWithoutToken,
	},
	{
		Pattern: `^I send it again unchanged$`, Example: `I send it again unchanged`,
		Aliases:  []string{`^I send it again in the same words$`},
		Doc:      "The creation of the link, byte for byte.",
		Requires: []thing{ALink}, Writes: true,
		FootprintOf: ofSendingAgain,
		Func:        (*World).linkAgain,
	},
	{
		Pattern: `^I send it again with the Content-Type "([^"]+)"$`, Example: `I send it again with the Content-Type "text/plain"`,
		Aliases:     []string{`^I send it again as "([^"]+)"$`},
		Doc:         "The same request with another Content-Type.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).againAs,
	},
	{
		Pattern: `^I send it again with the body (.+)$`, Example: `I send it again with the body {"name":`,
		Doc:         "The same request with these bytes as its body.",
		Requires:    []thing{ARequest},
		FootprintOf: ofSendingAgain,
		Func:        (*World).createRaw,
	},
	{
		Pattern: `^I create a segment$`, Example: `I create a segment`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The creation that the document shows: name, molecules, dataset_id.",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createSegment,
	},
	{
		Pattern: `^I create a segment without "([a-z_]+)"$`, Example: `I create a segment without "name"`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The same body without one member.",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createWithout,
	},
	{
		Pattern: `^I create a segment whose "([a-z_]+)" is (.+)$`, Example: `I create a segment whose "name" is ""`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The same body with one member set to a JSON value.",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createWith,
	},
	{
		Pattern: `^I create a segment whose molecule has the "([a-z_]+)" "([^"]*)"$`, Example: `I create a segment whose molecule has the "operator" "perhaps"`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The same body with one member of the atomic molecule changed.",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createWithAtomic,
	},
	{
		Pattern: `^I create a segment with the molecules (.+)$`, Example: `I create a segment with the molecules atomic, operation, atomic`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The same body with molecules of these kinds: atomic (the sample), operation (samples.operation_molecule), group (an array with the sample).",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createMolecules,
	},
	{
		Pattern: `^I create a second segment with the same name$`, Example: `I create a second segment with the same name`,
		Aliases:    []string{`^I create a second segment of the same name$`},
		Operations: []string{spec.CreateSegment},
		Doc:        "Two creations with one name; the second is checked.",
		Provides:   []thing{ASegment}, Writes: true, Footprint: ofSegment.Plus(ofSegment),
		Func: (*World).createNameTwice,
	},
	{
		Pattern: `^I create a segment on a source that does not exist$`, Example: `I create a segment on a source that does not exist`,
		Operations: []string{spec.CreateSegment},
		Doc:        "The same body sent to a random source_id below 2^31.",
		Writes:     true, Footprint: ofSegment,
		Func: (*World).createOnUnknownSource,
	},
	{
		Pattern: `^I poll its source URL until creation is complete$`, Example: `I poll its source URL until creation is complete`,
		Aliases:    []string{`^I follow its source URL until creation is complete$`},
		Operations: []string{spec.ReadSegmentSource},
		Doc:        "filter_segment_source_url is read again and again until its status is true, at most for limits.async_timeout.",
		Requires:   []thing{ASegment}, Provides: []thing{ItsCompletion}, Footprint: footprint{Waits: 1},
		Func: (*World).waitForCompletion,
	},
	{
		Pattern: `^I read its source URL without an Authorization header$`, Example: `I read its source URL without an Authorization header`,
		Operations: []string{spec.ReadSegmentSource},
		Doc:        "filter_segment_source_url is read once without a token.",
		Requires:   []thing{ASegment},
		Func:       (*World).readSourceWithoutToken,
	},
	{
		Pattern: `^I retrieve a segment that does not exist$`, Example: `I retrieve a segment that does not exist`,
		Operations: []string{spec.GetSegment},
		Doc:        "GET of a random segment id below 2^31.",
		Func:       (*World).retrieveUnknown,
	},
	{
		Pattern: `^I retrieve it without an Authorization header$`, Example: `I retrieve it without an Authorization header`,
		Operations: []string{spec.GetSegment},
		Doc:        "GET of the created segment without a token.",
		Requires:   []thing{ASegment},
		Func:       (*World).retrieveWithoutToken,
	},
	{
		Pattern: `^I rename the destination$`, Example: `I rename the destination`,
		Operations: []string{spec.UpdateDestination},
		Doc:        "resources.destination_id gets a new name: {name} only, or samples.service_connection with it. The name is restored when the scenario ends, and once more when the run does, which also reads it back.",
		Provides:   []thing{ARenaming, ADestination}, Writes: true, Footprint: ofRenaming,
		Func: (*World).rename,
	},
	{
		Pattern: `^I update the destination$`, Example: `I update the destination`,
		Operations: []string{spec.UpdateDestination},
		Doc:        "The same request with the name that the destination has.",
		Provides:   []thing{ADestination}, Writes: true, Footprint: ofUpdate,
		Func: (*World).updateDestination,
	},
	{
		Pattern: `^I update a destination that does not exist$`, Example: `I update a destination that does not exist`,
		Operations: []string{spec.UpdateDestination},
		Doc:        "The same request to a random destination_id below 2^31.",
		Writes:     true, Footprint: ofRenaming,
		Func: (*World).updateUnknown,
	},
	{
		Pattern: `^I list the objects of a destination that does not exist$`, Example: `I list the objects of a destination that does not exist`,
		Operations: []string{spec.ListDestinationObjects},
		Doc:        "GET of the objects of a random destination_id below 2^31.",
		Func:       (*World).objectsOfUnknown,
	},
	{
		Pattern: `^I retrieve a destination that does not exist$`, Example: `I retrieve a destination that does not exist`,
		Operations: []string{spec.GetDestination},
		Doc:        "GET of a random destination_id below 2^31.",
		Func:       (*World).retrieveUnknownDestination,
	},
	{
		Pattern: `^I retrieve the destination without an Authorization header$`, Example: `I retrieve the destination without an Authorization header`,
		Operations: []string{spec.GetDestination},
		Doc:        "GET of resources.destination_id without a token.",
		Func:       (*World).retrieveDestinationWithoutToken,
	},
	{
		Pattern: `^I list the topics of a source that does not exist$`, Example: `I list the topics of a source that does not exist`,
		Operations: []string{spec.ListTopics},
		Doc:        "GET of the topics of a random source_id below 2^31.",
		Func:       (*World).topicsOfUnknown,
	},
	{
		Pattern: `^I create a connector$`, Example: `I create a connector`,
		Operations: []string{spec.CreateConnector},
		Doc:        "samples.connector with a service_name and label of the run.",
		Writes:     true, Footprint: ofConnector,
		Func: (*World).createConnector,
	},
	{
		Pattern: `^I create a connector without the connector object$`, Example: `I create a connector without the connector object`,
		Aliases:    []string{`^I create a connector without the object connector$`},
		Operations: []string{spec.CreateConnector},
		Doc:        "The body {}.",
		Writes:     true, Footprint: ofConnector.Plus(ofConnector),
		Func: (*World).createWithoutConnector,
	},
	{
		Pattern: `^I create a second connector with the same service_name$`, Example: `I create a second connector with the same service_name`,
		Aliases:    []string{`^I create a second connector of the same service_name$`},
		Operations: []string{spec.CreateConnector},
		Doc:        "Two creations with one service_name; the second is checked.",
		Writes:     true, Footprint: ofGround.Plus(ofConnector),
		Func: (*World).createConnectorTwice,
	},
	{
		Pattern: `^I update the connector$`, Example: `I update the connector`,
		Operations: []string{spec.UpdateConnector},
		Doc:        "The connector gets a new label: one of the run, or resources.connector_service_name where creation is rejected.",
		Provides:   []thing{AConnector}, Writes: true, Footprint: ofRelabelling,
		Func: (*World).updateConnector,
	},
	{
		Pattern: `^I update the connector without the connector object$`, Example: `I update the connector without the connector object`,
		Aliases:    []string{`^I update the connector without the object connector$`},
		Operations: []string{spec.UpdateConnector},
		Doc:        "The body {}.",
		Writes:     true, Footprint: ofRelabelling.Plus(ofAsking),
		Func: (*World).updateWithoutConnector,
	},
	{
		Pattern: `^I update the connector with another service_name$`, Example: `I update the connector with another service_name`,
		Operations: []string{spec.UpdateConnector},
		Doc:        "A new label and a service_name, which is sent on create only.",
		Writes:     true, Footprint: ofRelabelling,
		Func: (*World).updateServiceName,
	},
	{
		Pattern: `^I update a connector that does not exist$`, Example: `I update a connector that does not exist`,
		Operations: []string{spec.UpdateConnector},
		Doc:        "The same body to a random service_name.",
		Writes:     true, Footprint: ofRelabelling,
		Func: (*World).updateUnknownConnector,
	},
	{
		Pattern: `^I publish it again$`, Example: `I publish it again`,
		Operations: []string{spec.PublishConnector},
		Doc:        "The second publishing of the run's published connector.",
		Requires:   []thing{AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*World).publishAgain,
	},
	{
		Pattern: `^I update it after publishing$`, Example: `I update it after publishing`,
		Operations: []string{spec.UpdateConnector},
		Doc:        "An update of the run's published connector, where it is the run's own.",
		Requires:   []thing{AConnector}, Writes: true, Footprint: ofPublishing,
		Func: (*World).updateAfterPublishing,
	},
	{
		Pattern: `^I publish a connector that does not exist$`, Example: `I publish a connector that does not exist`,
		Operations: []string{spec.PublishConnector},
		Doc:        "PUT to a random service_name.",
		Writes:     true,
		Func:       (*World).publishUnknown,
	},
	{
		Pattern: `^I create a link$`, Example: `I create a link`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "POST with samples.redirect_uri on a complete segment that the run shares.",
		Provides:   []thing{ASegment, ALink}, Writes: true, Footprint: ofLink,
		Func: (*World).createLink,
	},
	{
		Pattern: `^I create a link on a segment that does not exist$`, Example: `I create a link on a segment that does not exist`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "The same body to a random segment_id below 2^31.",
		Writes:     true, Footprint: ofLink,
		Func: (*World).createLinkOnUnknown,
	},
	{
		Pattern: `^I create a link on a source that does not exist$`, Example: `I create a link on a source that does not exist`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "The same body to a random source_id below 2^31.",
		Writes:     true, Footprint: ofLink,
		Func: (*World).createLinkOnUnknownSource,
	},
	{
		Pattern: `^I open its uri at its expiration$`, Example: `I open its uri at its expiration`,
		Doc:      "The uri is opened once, the clock is moved to the instant of expiration through control_url, and the uri is opened again.",
		Requires: []thing{ALink}, NeedsClock: true, Footprint: footprint{Requests: 2},
		Func: (*World).openAtExpiration,
	},
	{
		Pattern: `^I wait until it expires and open its uri$`, Example: `I wait until it expires and open its uri`,
		Doc:      "Where open_links is true and the link lives no longer than limits.link_wait; else the scenario is skipped: narrowed.",
		Requires: []thing{ALink},
		Func:     (*World).waitForExpiration,
	},
	{
		Pattern: `^I read its source URL before the clock moves$`, Example: `I read its source URL before the clock moves`,
		Operations: []string{spec.ReadSegmentSource},
		Doc:        "filter_segment_source_url is read once; a segment that is complete at once skips the scenario.",
		Requires:   []thing{ASegment},
		Func:       (*World).isRunning,
	},
	{
		Pattern: `^I let the time for completion pass$`, Example: `I let the time for completion pass`,
		Operations: []string{spec.ReadSegmentSource},
		Doc:        "The clock is moved by limits.async_timeout through control_url, and the source URL is read again.",
		Requires:   []thing{ASegment}, Provides: []thing{ItsCompletion}, NeedsClock: true,
		Func: (*World).advanceAsync,
	},
	{
		Pattern: `^I create a connector without "([a-z_]+)"$`, Example: `I create a connector without "label"`,
		Operations: []string{spec.CreateConnector},
		Doc:        "The same connector without one member.",
		Writes:     true, Footprint: ofConnector,
		Func: (*World).createConnectorWithout,
	},
	{
		Pattern: `^I create a connector whose "([a-z_]+)" is (.+)$`, Example: `I create a connector whose "icon_url" is "no URL"`,
		Operations: []string{spec.CreateConnector},
		Doc:        "The same connector with one member set to a JSON value.",
		Writes:     true, Footprint: ofConnector,
		Func: (*World).createConnectorWith,
	},
	{
		Pattern: `^I create a link without "([a-z_]+)"$`, Example: `I create a link without "redirect_uri"`,
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "The same body without one member.",
		Writes:     true, Footprint: ofLink,
		Func: (*World).createLinkWithout,
	},
	{
		Pattern: `^I create a link whose "redirect_uri" has a query$`, Example: `I create a link whose "redirect_uri" has a query`,
		Aliases:    []string{`^I create a link back to a URL with a query$`},
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "The same body with samples.redirect_uri and a query.",
		Writes:     true, Footprint: ofLink,
		Func: (*World).createLinkBackWithQuery,
	},
	{
		Pattern: `^I create a link whose "redirect_uri" is "([^"]+)"$`, Example: `I create a link whose "redirect_uri" is "javascript:alert(1)"`,
		Aliases:    []string{`^I create a link back to "([^"]+)"$`},
		Operations: []string{spec.CreateLink, spec.CreateSegment},
		Doc:        "The same body with another redirect_uri.",
		Writes:     true, Footprint: ofLink,
		Func: (*World).createLinkBackTo,
	},
}

// then are the steps that check. A scenario with one @promise tag fails for
// that promise; `the response matches the contract` checks each of several.
var then = []step{
	{
		Pattern: `^the response is a success$`, Example: `the response is a success`,
		Aliases: []string{`^the answer is a success$`},
		Doc:     "An allowed request was not rejected.",
		Func:    (*World).succeeds,
	},
	{
		Pattern: `^"([a-z_.0-9]+)" is (\d+)$`, Example: `"pagination.page" is 1`,
		Doc:  "The number at a gjson path of the last response.",
		Func: (*World).numberIs,
	},
	{
		Pattern: `^there are exactly (\d+) records$`, Example: `there are exactly 25 records`,
		Doc:  "The length of data.",
		Func: (*World).exactly,
	},
	{
		Pattern: `^there are (\d+) records by default$`, Example: `there are 25 records by default`,
		Doc:      "The length of data, where a per_page of that number gives so many too.",
		Requires: []thing{AListResponse}, Footprint: ofAsking,
		Func: (*World).holdsByDefault,
	},
	{
		Pattern: `^there are at most (\d+) records$`, Example: `there are at most 100 records`,
		Doc:  "The length of data; a rejection has none.",
		Func: (*World).noMoreThan,
	},
	{
		Pattern: `^"data" equals the response to per_page (\d+)$`, Example: `"data" equals the response to per_page 25`,
		Aliases:  []string{`^"data" is what per_page (\d+) holds$`},
		Doc:      "Compares the last response with the one to the same request with that per_page.",
		Requires: []thing{AListResponse}, Footprint: footprint{Requests: 3},
		Func: (*World).holdsPerPage,
	},
	{
		Pattern: `^"data" equals page (\d+)$`, Example: `"data" equals page 1`,
		Aliases:  []string{`^"data" is what page (\d+) holds$`},
		Doc:      "The last list request, repeated between two reads of the page, has that page's records.",
		Requires: []thing{AListResponse}, Footprint: footprint{Requests: 3},
		Func: (*World).holdsPage,
	},
	{
		Pattern: `^the response matches the contract$`, Example: `the response matches the contract`, ChecksContract: true,
		Aliases: []string{`^what the answer holds is as promised$`},
		Doc:     "No response of the scenario broke the contract at a place that one of its promises owns: those of its tags, else all of the operation. A promise of which nothing was seen is skipped.",
		Func:    (*World).asPromised,
	},
	{
		Pattern: `^each record has both "([a-z_]+)" and "([a-z_]+)" or neither$`, Example: `each record has both "claimed_at" and "claimed_by_id" or neither`,
		Doc:  "In every record two members are both set or both null or absent.",
		Func: (*World).bothOrNeither,
	},
	{
		Pattern: `^each record is on exactly one page$`, Example: `each record is on exactly one page`,
		Aliases:  []string{`^each record stands on one page$`},
		Doc:      "The pages that were read overlap nowhere, and pages 1 and 2 are page 1 of twice the size.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.OnePageEach),
	},
	{
		Pattern: `^total_records counts every record$`, Example: `total_records counts every record`,
		Doc:      "total_records is the same on every page and for every per_page, and the number of all records.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.TotalCounts),
	},
	{
		Pattern: `^each page has the right number of records$`, Example: `each page has the right number of records`,
		Aliases:  []string{`^each page holds as many records as it should$`},
		Doc:      "per_page records on each page before the last, and what remains on the last.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.PagesAreFull),
	},
	{
		Pattern: `^last_page is the last page with records$`, Example: `last_page is the last page with records`,
		Doc:      "last_page is total_records divided by per_page, rounded up.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.LastPageHoldsTheLast),
	},
	{
		Pattern: `^each page reports its own number$`, Example: `each page reports its own number`,
		Aliases:  []string{`^each page names itself$`},
		Doc:      "pagination.page is the page that was asked for.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.PagesNameThemselves),
	},
	{
		Pattern: `^each page reports its per_page$`, Example: `each page reports its per_page`,
		Aliases:  []string{`^each page names its per_page$`},
		Doc:      "pagination.per_page is the per_page that was asked for, where the number of records shows that it was used.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.PagesNameTheirSize),
	},
	{
		Pattern: `^next_page is the next page$`, Example: `next_page is the next page`,
		Aliases:  []string{`^next_page leads to the next page$`},
		Doc:      "next_page is page + 1 before the last page.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.NextLeadsOn),
	},
	{
		Pattern: `^prev_page is the previous page$`, Example: `prev_page is the previous page`,
		Aliases:  []string{`^prev_page leads to the page before$`},
		Doc:      "prev_page is page - 1 after the first page.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.PrevLeadsBack),
	},
	{
		Pattern: `^the newest record comes first$`, Example: `the newest record comes first`,
		Doc:      "Creation times never rise, within the pages and across them. Equal instants may stand in any order.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.NewestFirst),
	},
	{
		Pattern: `^the oldest record comes first$`, Example: `the oldest record comes first`,
		Doc:      "Creation times never fall, within the pages and across them.",
		Requires: []thing{PagesRead},
		Func:     onPages(paging.OldestFirst),
	},
	{
		Pattern: `^the request is rejected and has no effect$`, Example: `the request is rejected and has no effect`,
		Aliases:     []string{`^nothing is given away or done$`},
		Doc:         "The response has no resource, whatever its code and words are; a rejected write is read back where that is possible.",
		FootprintOf: ofReadingBack,
		Func:        (*World).nothingHappened,
	},
	{
		Pattern: `^the response is allowed by gap "([a-z0-9-]+)"$`, Example: `the response is allowed by gap "per-page-over-max"`,
		Aliases: []string{`^the answer is lawful for gap "([a-z0-9-]+)"$`}, Names: feature.ProbedGaps,
		Doc:         "Fails only for what the gap forbids; else the variant that the response shows is reported, or other.",
		FootprintOf: ofGap,
		Func:        (*World).allowed,
	},
	{
		Pattern: `^creation completes in time$`, Example: `creation completes in time`,
		Doc:      "The source URL's status became true within limits.async_timeout.",
		Requires: []thing{ItsCompletion},
		Func:     (*World).completesInTime,
	},
	{
		Pattern: `^it stays complete$`, Example: `it stays complete`,
		Doc:      "For two seconds more, the status stays true and the response keeps its members. They pass on the deployment's clock where the scenario advances it.",
		Requires: []thing{ItsCompletion}, Footprint: footprint{Requests: watchReads},
		Func: (*World).staysComplete,
	},
	{
		Pattern: `^it shows the source and the dataset that were sent$`, Example: `it shows the source and the dataset that were sent`,
		Doc:      "source_id and dataset_id, where the complete source URL or the retrieval shows them as numbers, are those of the creation.",
		Requires: []thing{ItsCompletion}, Footprint: ofAsking,
		Func: (*World).isOnItsSource,
	},
	{
		Pattern: `^the source URL returns every property of the retrieved segment$`, Example: `the source URL returns every property of the retrieved segment`,
		Aliases:  []string{`^the source URL shows every property of the retrieval$`},
		Doc:      "What GET of the segment returns in data is in the complete response of the source URL too.",
		Requires: []thing{ItsCompletion}, Footprint: ofAsking,
		Func: (*World).hasProperties,
	},
	{
		Pattern: `^the response shows the new name$`, Example: `the response shows the new name`,
		Aliases:  []string{`^the answer shows the new name$`},
		Doc:      "data.name is the name that was sent; only the one from before is a violation.",
		Requires: []thing{ARenaming},
		Func:     (*World).showsNewName,
	},
	{
		Pattern: `^the new name is saved$`, Example: `the new name is saved`,
		Aliases:  []string{`^the new name is kept$`},
		Doc:      "The name is read back by the first way that works: GET of the destination, an update without a name. Only the name from before is a violation, where it shows for limits.settle, and by both where both work.",
		Requires: []thing{ARenaming}, Footprint: footprint{Requests: 2},
		Func: (*World).keepsNewName,
	},
	{
		Pattern: `^the response is about the destination in the path$`, Example: `the response is about the destination in the path`,
		Aliases:  []string{`^the answer is about the destination of the path$`},
		Doc:      "data.id is resources.destination_id.",
		Requires: []thing{ADestination},
		Func:     (*World).isTheDestination,
	},
	{
		Pattern: `^no other destination has the new name$`, Example: `no other destination has the new name`,
		Doc:      "resources.objects_destination_id does not have the name that was sent, where GET of it shows one.",
		Requires: []thing{ARenaming}, Footprint: ofAsking,
		Func: (*World).isNamedAlone,
	},
	{
		Pattern: `^the ` + nouns + ` differ from the ` + nouns + `$`, Example: `the objects of the empty destination differ from the destination objects`,
		Aliases:   []string{`^the ` + nouns + ` are not the ` + nouns + `$`},
		Doc:       "What the target file calls empty does not list the records of the other.",
		Footprint: footprint{Requests: 2},
		Func:      (*World).emptyShowsNone,
	},
	{
		Pattern: `^its objects match its list of objects$`, Example: `its objects match its list of objects`,
		Aliases:    []string{`^its objects are those that it lists$`},
		Operations: []string{spec.ListDestinationObjects},
		Doc:        "The objects in the response to an update and those in the destination's list have one in common.",
		Requires:   []thing{ADestination}, Footprint: ofAsking,
		Func: (*World).objectsAgree,
	},
	{
		Pattern: `^no other (segment|connector|published connector|destination) is shown or changed$`, Example: `no other segment is shown or changed`,
		Aliases:     []string{`^it is about no other (segment|connector|published connector|destination)$`},
		Doc:         "The response shows none but the one in the path, if any; and resources.destination_id does not have the name that was sent to another.",
		FootprintOf: ofAnother,
		Func:        (*World).isNoOther,
	},
	{
		Pattern: `^the response shows the label that was sent last$`, Example: `the response shows the label that was sent last`,
		Aliases:  []string{`^the answer shows the label that was sent last$`},
		Doc:      "data.label is that label; only the one from before is a violation.",
		Requires: []thing{AConnector},
		Func:     (*World).showsLabel,
	},
	{
		Pattern: `^the new label is saved$`, Example: `the new label is saved`,
		Aliases:  []string{`^the new label is kept$`},
		Doc:      "An update of another member shows it, and so after a second new label. Only the label from before is a violation, where it shows for limits.settle.",
		Requires: []thing{AConnector}, Footprint: footprint{Requests: 3},
		Func: (*World).keepsLabel,
	},
	{
		Pattern: `^the response names the connector in the path$`, Example: `the response names the connector in the path`,
		Aliases:  []string{`^the answer names the connector of the path$`},
		Doc:      "data.service_name is the service_name in the path.",
		Requires: []thing{AConnector},
		Func:     (*World).answersToItsName,
	},
	{
		Pattern: `^the link is neither expired nor revoked$`, Example: `the link is neither expired nor revoked`,
		Doc:      "expired and revoked are false, and expiration lies no more than a minute before the response's Date.",
		Requires: []thing{ALink},
		Func:     (*World).isFresh,
	},
	{
		Pattern: `^its uri carries an authorization value$`, Example: `its uri carries an authorization value`,
		Doc:      "The query parameter auth of uri is there and not empty.",
		Requires: []thing{ALink},
		Func:     (*World).carriesAuth,
	},
	{
		Pattern: `^it echoes the redirect_uri that was sent$`, Example: `it echoes the redirect_uri that was sent`,
		Aliases:  []string{`^it names the redirect_uri that was sent$`},
		Doc:      "redirect_uri is the value that was sent.",
		Requires: []thing{ALink},
		Func:     (*World).echoesRedirect,
	},
	{
		Pattern: `^its segment_id is the segment in the path$`, Example: `its segment_id is the segment in the path`,
		Aliases:  []string{`^it names its segment$`},
		Doc:      "segment_id is the segment that the link was created on.",
		Requires: []thing{ASegment},
		Func:     (*World).namesItsSegment,
	},
	{
		Pattern: `^its uri opens nothing$`, Example: `its uri opens nothing`,
		Doc:      "The response to the uri is no 2xx.",
		Requires: []thing{ALink},
		Func:     (*World).opensNothing,
	},
}
