package steps

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
)

// recogniser names the variant of a gap that the last answer shows, with its
// evidence. The empty variant is none of them: other. An error skips.
type recogniser func(w *world) (variant, evidence string, err error)

// recognisers has a row for each probed gap; it is made when first asked for.
var recognisers = sync.OnceValue(func() map[string]recogniser {
	return map[string]recogniser{
		"next-link":            nextLink,
		"page-ends":            pageEnds,
		"empty-list-last-page": emptyLastPage,
		"content-type":         contentType,
		"request-content-type": requestContentType,

		"malformed-body-status": refusalStatus,
		"body-refusal-status":   refusalStatus,
		"parameter-status":      refusalStatus,
		"source-unknown-status": refusalStatus,

		"missing-token-status":    refusalStatus,
		"invalid-token-status":    refusalStatus,
		"wrong-kind-token-status": refusalStatus,
		"other-workspace-status":  refusalStatus,
		"basic-authorization":     acceptOrRefuse,
		"bearer-lower-case":       acceptOrRefuse,

		"segment-name-blank":     acceptOrRefuse,
		"segment-name-taken":     acceptOrRefuse,
		"dataset-unknown":        acceptOrRefuse,
		"name-not-a-string":      acceptOrRefuse,
		"molecules-empty":        acceptOrRefuse,
		"molecule-group":         acceptOrRefuse,
		"attribute-blank":        acceptOrRefuse,
		"attribute-type-unknown": acceptOrRefuse,
		"operator-unknown":       acceptOrRefuse,
		"member-unknown":         ignoreOrRefuse,

		"timestamp-form":       timestampForm,
		"invitation-unclaimed": unclaimed,
		"invitation-roles":     roles,

		"source-status-type":      sourceStatusType,
		"source-code":             sourceCode,
		"source-properties-place": sourcePropertiesPlace,
		"source-token":            sourceToken,

		"page-negative":      samePage(variantPage{"first", "1"}),
		"page-not-a-number":  samePage(variantPage{"first", "1"}),
		"page-fraction":      samePage(variantPage{"floor", "1"}, variantPage{"ceil", "2"}),
		"parameter-repeated": samePage(variantPage{"first", "1"}, variantPage{"last", "2"}),
		"page-past-end":      pagePastEnd,
		"per-page-zero":      pageSize(map[int64]string{25: "default", 1: "one"}),
		"per-page-over-max":  pageSize(map[int64]string{100: "clamp", 25: "default"}),
		"order-unknown":      orderUnknown,

		"destination-type":           memberSent("data.type"),
		"destination-untested":       untested,
		"destination-retest":         retest,
		"destination-update-code":    successCode,
		"destination-unknown-status": refusalStatus,
		"test-step-error":            testStepError,
		"object-list-members":        objectListMembers,
		"object-custom-field-types":  customFieldTypes,
		"object-lookup":              lookup,
		"advanced-field-optional":    advancedOptional,

		"configuration-field-unused":        configurationUnused,
		"configuration-field-texts":         configurationTexts,
		"configuration-fields-shown":        configurationShown,
		"connector-service-name-missing":    acceptOrRefuse,
		"connector-label-missing":           acceptOrRefuse,
		"connector-label-blank":             acceptOrRefuse,
		"connector-data-missing":            acceptOrRefuse,
		"connector-definition-missing":      acceptOrRefuse,
		"connector-definition-type":         acceptOrRefuse,
		"connector-field-id-blank":          acceptOrRefuse,
		"connector-icon-url":                acceptOrRefuse,
		"connector-service-name-taken":      refusalStatus,
		"connector-service-name-sent-again": ignoreOrRefuse,
		"connector-unknown-status":          refusalStatus,
		"connector-update-after-publish":    acceptOrRefuse,
		"connector-publish-again":           acceptOrRefuse,
		"connector-conflict-status":         refusalStatus,

		"segment-unknown-status": refusalStatus,
		"link-lifetime":          linkLifetime,
		"link-again":             linkAgain,
		"link-redirect-missing":  acceptOrRefuse,
		"link-redirect-scheme":   acceptOrRefuse,
		"link-expired-answer":    successCode,

		"topics-code":         successCode,
		"topics-paging":       topicsPaging,
		"topics-order":        topicsOrder,
		"topics-other-source": topicsOtherSource,

		"error-body":         errorBody,
		"error-content-type": errorContentType,
		"not-found-body":     notFoundBody,
	}
})

// forbidden are the effects that no answer to a gap's question may have.
var forbidden = map[string]func(e *client.Exchange) *finding{
	"per-page-over-max": over100,
	"per-page-zero":     over100,
}

func over100(e *client.Exchange) *finding {
	if n := len(e.Get("data").Array()); e.Err == nil && n > 100 {
		return found(e, "at most 100 records", "%d", n)
	}
	if per := e.Get("pagination.per_page"); e.OK() && per.Type == gjson.Number && per.Num > 100 {
		return found(e, "a per_page of at most 100 to be used", "%s", per.Raw)
	}
	return nil
}

// lawful judges the last answer by what the gap forbids, and records which
// variant it shows.
func (w *world) lawful(id string) error {
	g, ok := gap.ByID(id)
	if !ok || recognisers()[id] == nil {
		return fmt.Errorf("gap %q is not probed: see understudy gaps", id)
	}
	if forbids := forbidden[id]; forbids != nil {
		if f := forbids(w.last); f != nil {
			f.promise = g.Promise
			return f
		}
	}
	variant, evidence, err := w.recognised(id)
	if err != nil {
		w.run.Observations.Miss(id, w.last.Operation, w.run.reasonOf(err))
	}
	if err != nil && (len(w.sc.Promises) > 0 || len(w.sc.Gaps) > 1 && w.last.Err == nil) {
		// The scenario judges more than this gap.
		w.remark("gap %s: %v", id, err)
		return nil
	}
	if err != nil {
		return err
	}
	if _, ok := g.Variant(variant); !ok {
		variant = report.Other
	}
	w.observe(id, w.last.Operation, variant, evidence)
	if w.last.Broken() {
		w.run.Observations.Doubt(id, w.last.Operation, w.last.Received)
	}
	return nil
}

// recognised names the variant that the last response shows. Where there is no
// response, there is nothing to observe.
func (w *world) recognised(id string) (variant, evidence string, err error) {
	if w.void != nil {
		return "", "", w.void
	}
	if w.last.Err != nil {
		return "", "", skip(report.Inconclusive, "%s", w.last.Outcome())
	}
	return recognisers()[id](w)
}

// The recognisers that serve many gaps.

// outcome tells what came back, with what it gives away.
func outcome(e *client.Exchange) string {
	if what := effect(e); what != "" {
		return fmt.Sprintf("HTTP %d with %s", e.Status, what)
	}
	return e.Outcome()
}

func refusalStatus(w *world) (string, string, error) {
	e := w.last
	if effect(e) != "" {
		return "", "", notRejected(e)
	}
	return strconv.Itoa(e.Status), outcome(e), nil
}

func acceptOrRefuse(w *world) (string, string, error) {
	switch {
	case w.last.Broken():
		return "", outcome(w.last), nil
	case effect(w.last) != "":
		return "accept", outcome(w.last), nil
	}
	return "refuse", outcome(w.last), nil
}

func ignoreOrRefuse(w *world) (string, string, error) {
	v, evidence, err := acceptOrRefuse(w)
	if v == "accept" {
		v = "ignore"
	}
	return v, evidence, err
}

func requestContentType(w *world) (string, string, error) {
	v, evidence, err := acceptOrRefuse(w)
	switch {
	case v != "refuse" || w.last.Status == 415:
		return v, evidence, err
	case w.last.Status == 400:
		return "refuse-400", evidence, err
	}
	return "", evidence, err
}
