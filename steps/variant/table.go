package variant

import (
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// need is what a recogniser needs in addition to the response.
type need string

const (
	anEarlierRead need = "what was read before the write"
	anEarlierLink need = "a link that was created before"
	aSegment      need = "a segment"
	aList         need = "a list"
	thePages      need = "the pages of a list"
)

// row is what is known about a probed gap.
type row struct {
	recognise recogniser
	// needs is what it needs in addition to the response; empty for nothing.
	needs need
	// forbids finds the effect that no response may have; nil if every response
	// is allowed.
	forbids func(*client.Exchange) *outcome.Finding
	// requests is how many requests the recogniser sends.
	requests int
	// comparesPages says that the variants show only by comparing pages: not on
	// a list that changes.
	comparesPages bool
}

// rows are by the gap's id.
var rows = map[string]row{
	"next-link":            {recognise: nextLink},
	"page-ends":            {recognise: pageEnds, needs: thePages, comparesPages: true},
	"empty-list-last-page": {recognise: emptyListLastPage},
	"content-type":         {recognise: contentType},
	"request-content-type": {recognise: requestContentType},

	"malformed-body-status": {recognise: rejectionStatus},
	"body-refusal-status":   {recognise: rejectionStatus},
	"parameter-status":      {recognise: rejectionStatus},
	"source-unknown-status": {recognise: rejectionStatus},

	"missing-token-status":    {recognise: rejectionStatus},
	"invalid-token-status":    {recognise: rejectionStatus},
	"wrong-kind-token-status": {recognise: rejectionStatus},
	"other-workspace-status":  {recognise: rejectionStatus},
	"basic-authorization":     {recognise: acceptOrReject},
	"bearer-lower-case":       {recognise: acceptOrReject},

	"segment-name-blank":     {recognise: acceptOrReject},
	"segment-name-taken":     {recognise: acceptOrReject},
	"dataset-unknown":        {recognise: acceptOrReject},
	"name-not-a-string":      {recognise: acceptOrReject},
	"molecules-empty":        {recognise: acceptOrReject},
	"molecule-group":         {recognise: acceptOrReject},
	"attribute-blank":        {recognise: acceptOrReject},
	"attribute-type-unknown": {recognise: acceptOrReject},
	"operator-unknown":       {recognise: acceptOrReject},
	"member-unknown":         {recognise: ignoreOrReject},

	"timestamp-form":       {recognise: timestampForm},
	"invitation-unclaimed": {recognise: invitationUnclaimed},
	"invitation-roles":     {recognise: invitationRoles},

	"source-status-type":      {recognise: sourceStatusType},
	"source-code":             {recognise: sourceCode},
	"source-properties-place": {recognise: sourcePropertiesPlace, needs: aSegment},
	"source-token":            {recognise: sourceToken},

	"page-negative":      {recognise: samePage(pageOf{"first", "1"}), needs: aList, requests: 1, comparesPages: true},
	"page-not-a-number":  {recognise: samePage(pageOf{"first", "1"}), needs: aList, requests: 1, comparesPages: true},
	"page-fraction":      {recognise: samePage(pageOf{"floor", "1"}, pageOf{"ceil", "2"}), needs: aList, requests: 2, comparesPages: true},
	"parameter-repeated": {recognise: samePage(pageOf{"first", "1"}, pageOf{"last", "2"}), needs: aList, requests: 2, comparesPages: true},
	"page-past-end":      {recognise: onPage(pagePastEnd), needs: aList, requests: 2, comparesPages: true},
	"per-page-zero":      {recognise: pageSize(map[int]string{25: "default", 1: "one"}), forbids: over100},
	"per-page-over-max":  {recognise: pageSize(map[int]string{100: "clamp", 25: "default"}), forbids: over100},
	"order-unknown":      {recognise: onPage(orderUnknown), needs: aList, requests: 1, comparesPages: true},

	"destination-type":           {recognise: memberSent("data.type")},
	"destination-untested":       {recognise: destinationUntested},
	"destination-retest":         {recognise: destinationRetest, needs: anEarlierRead},
	"destination-update-code":    {recognise: successCode},
	"destination-unknown-status": {recognise: rejectionStatus},
	"test-step-error":            {recognise: testStepError},
	"object-list-members":        {recognise: objectListMembers},
	"object-custom-field-types":  {recognise: objectCustomFieldTypes},
	"object-lookup":              {recognise: objectLookup},
	"advanced-field-optional":    {recognise: advancedFieldOptional},

	"configuration-field-unused":        {recognise: configurationFieldUnused},
	"configuration-field-texts":         {recognise: configurationFieldTexts},
	"configuration-fields-shown":        {recognise: configurationFieldsShown},
	"connector-service-name-missing":    {recognise: acceptOrReject},
	"connector-label-missing":           {recognise: acceptOrReject},
	"connector-label-blank":             {recognise: acceptOrReject},
	"connector-data-missing":            {recognise: acceptOrReject},
	"connector-definition-missing":      {recognise: acceptOrReject},
	"connector-definition-type":         {recognise: acceptOrReject},
	"connector-field-id-blank":          {recognise: acceptOrReject},
	"connector-icon-url":                {recognise: acceptOrReject},
	"connector-service-name-taken":      {recognise: rejectionStatus},
	"connector-service-name-sent-again": {recognise: ignoreOrReject},
	"connector-unknown-status":          {recognise: rejectionStatus},
	"connector-update-after-publish":    {recognise: acceptOrReject},
	"connector-publish-again":           {recognise: acceptOrReject},
	"connector-conflict-status":         {recognise: rejectionStatus},

	"segment-unknown-status": {recognise: rejectionStatus},
	"link-lifetime":          {recognise: linkLifetime},
	"link-again":             {recognise: linkAgain, needs: anEarlierLink},
	"link-redirect-missing":  {recognise: acceptOrReject},
	"link-redirect-scheme":   {recognise: acceptOrReject},
	"link-expired-answer":    {recognise: successCode},

	"topics-code":         {recognise: successCode},
	"topics-paging":       {recognise: topicsPaging, needs: aList, requests: 1, comparesPages: true},
	"topics-order":        {recognise: topicsOrder},
	"topics-other-source": {recognise: topicsOtherSource},

	"error-body":         {recognise: errorBody},
	"error-content-type": {recognise: errorContentType},
	"not-found-body":     {recognise: notFoundBody},
}
