package steps

import (
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
)

// recogniser names the variant of a gap that the last answer shows, with its
// evidence. The empty variant is none of them: other. An error skips.
type recogniser func(w *world) (variant, evidence string, err error)

// recognisers has a row for each probed gap.
var recognisers = map[string]recogniser{
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
	"connector-data-missing":            acceptOrRefuse,
	"connector-definition-missing":      acceptOrRefuse,
	"connector-definition-type":         acceptOrRefuse,
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

// forbidden are the effects that no answer to a gap's question may have.
var forbidden = map[string]func(e *client.Exchange) *finding{
	"per-page-over-max": over100,
	"per-page-zero":     over100,
}

func over100(e *client.Exchange) *finding {
	if n := len(gjson.GetBytes(e.Body, "data").Array()); e.Err == nil && n > 100 {
		return found(e, "at most 100 records", "%d", n)
	}
	return nil
}

// lawful judges the last answer by what the gap forbids, and records which
// variant it shows.
func (w *world) lawful(id string) error {
	g, ok := gap.ByID(id)
	if !ok || recognisers[id] == nil {
		return fmt.Errorf("gap %q is not probed: see understudy gaps", id)
	}
	if forbids := forbidden[id]; forbids != nil {
		if f := forbids(w.last); f != nil {
			f.promise = g.Promise
			return f
		}
	}
	last := w.last
	variant, evidence, err := recognisers[id](w)
	if err != nil {
		w.run.missed(id, last.Operation, err.Error())
	}
	if err != nil && len(w.sc.promises)+len(w.sc.gaps) > 1 {
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
	w.observe(id, last.Operation, variant, evidence)
	w.last = last
	return nil
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
	switch {
	case e.Err != nil:
		return "", outcome(e), nil
	case effect(e) != "":
		return "", "", skip(report.NoItemSeen, "the request was not refused: %s", outcome(e))
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

// Lists.

// refusedList answers the refusal of a list request, or that there is none.
func refusedList(e *client.Exchange) (variant string, ok bool) {
	switch {
	case e.Broken():
		return "", true
	case isRefusal(e):
		return "refuse", true
	}
	return "", !gjson.GetBytes(e.Body, "data").IsArray()
}

type variantPage struct{ variant, page string }

// samePage recognises which page of the list an odd request was answered with.
func samePage(pages ...variantPage) recogniser {
	return func(w *world) (string, string, error) {
		e := w.last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		got, err := w.parsePage(w.list, e)
		if err != nil {
			return "", outcome(e), nil
		}
		for _, vp := range pages {
			q := query{}.with("page", vp.page)
			if per := w.query.get("per_page"); per != "" {
				q = q.with("per_page", per)
			}
			want, err := w.fetch(w.list, q)
			if err != nil {
				return "", "", err
			}
			if slices.Equal(got.ids, want.ids) {
				return vp.variant, "the records of page " + vp.page, nil
			}
		}
		return "", fmt.Sprintf("%d records of another page", len(got.ids)), nil
	}
}

func orderUnknown(w *world) (string, string, error) {
	e := w.last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := w.parsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	want, err := w.fetch(w.list, query{}.with("order", "desc"))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.ids, want.ids) {
		return "default", "the records in the order desc", nil
	}
	return "", "the records in another order than desc", nil
}

func pagePastEnd(w *world) (string, string, error) {
	e := w.last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := w.parsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	first, err := w.fetch(w.list, nil)
	if err != nil {
		return "", "", err
	}
	if len(got.ids) == 0 {
		if got.total != first.total {
			return "", fmt.Sprintf("no records, total_records %d instead of %d", got.total, first.total), nil
		}
		return "empty", "no records, the same total", nil
	}
	last, err := w.fetch(w.list, query{}.with("page", max(1, ceil(first.total, 25))))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.ids, last.ids) {
		return "last", "the records of the last page", nil
	}
	return "", fmt.Sprintf("%d records of another page", len(got.ids)), nil
}

// pageSize recognises the size of the pages that were answered.
func pageSize(variants map[int64]string) recogniser {
	return func(w *world) (string, string, error) {
		e := w.last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		n := int64(len(gjson.GetBytes(e.Body, "data").Array()))
		return variants[n], fmt.Sprintf("HTTP %d with %d records", e.Status, n), nil
	}
}

func nextLink(w *world) (string, string, error) {
	body := gjson.ParseBytes(w.last.Body)
	next := body.Get("next")
	switch {
	case !next.Exists():
		return "absent", "no member next", nil
	case strings.HasPrefix(next.String(), "http"):
		return "sent", "next is a URL", nil
	}
	return "", "next is " + next.Raw, nil
}

func pageEnds(w *world) (string, string, error) {
	first, last := w.book.first, w.book.pages[w.book.last]
	if last == nil {
		return "", "", w.trusted()
	}
	a := endForm(gjson.GetBytes(first.e.Body, "pagination.prev_page"))
	b := endForm(gjson.GetBytes(last.e.Body, "pagination.next_page"))
	evidence := fmt.Sprintf("prev_page of the first page: %s; next_page of the last: %s", a, b)
	if a != b {
		return "", evidence, nil
	}
	return a, evidence, nil
}

func endForm(v gjson.Result) string {
	switch {
	case !v.Exists():
		return "absent"
	case v.Type == gjson.Null:
		return "null"
	case v.Raw == "0":
		return "zero"
	}
	return v.Raw
}

func emptyLastPage(w *world) (string, string, error) {
	v := gjson.GetBytes(w.last.Body, "pagination.last_page")
	return map[string]string{"1": "one", "0": "zero"}[v.Raw], "last_page is " + orAbsent(v), nil
}

// Representation.

func contentType(w *world) (string, string, error) {
	text := w.last.Header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(text)
	switch {
	case err != nil:
		return "", strconv.Quote(text), nil
	case media == "application/json" && len(params) == 0:
		return "json", text, nil
	case media == "application/json" && len(params) == 1 && strings.EqualFold(params["charset"], "utf-8"):
		return "json-charset", text, nil
	case media == "application/vnd.api+json" && len(params) == 0:
		return "vendor", text, nil
	}
	return "", text, nil
}

var timestampForms = []struct {
	variant string
	expr    *regexp.Regexp
}{
	{"milliseconds", regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)},
	{"seconds", regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)},
	{"offset", regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$`)},
}

// timestampForm looks at every timestamp of the answer.
func timestampForm(w *world) (string, string, error) {
	forms := map[string]string{}
	eachMember(gjson.ParseBytes(w.last.Body), func(name string, v gjson.Result) {
		switch name {
		case "created_at", "updated_at", "expiration", "last_tested_at":
			if v.Type == gjson.String {
				forms[formOf(v.String())] = v.String()
			}
		}
	})
	if len(forms) == 0 {
		return "", "", skip(report.NoItemSeen, "the answer has no timestamp")
	}
	for variant, example := range forms {
		if len(forms) == 1 {
			return variant, example, nil
		}
	}
	return "", "timestamps of several forms", nil
}

// eachMember visits every member of every object in a value.
func eachMember(v gjson.Result, visit func(name string, v gjson.Result)) {
	v.ForEach(func(k, e gjson.Result) bool {
		if v.IsObject() {
			visit(k.String(), e)
		}
		if e.IsObject() || e.IsArray() {
			eachMember(e, visit)
		}
		return true
	})
}

func formOf(stamp string) string {
	for _, f := range timestampForms {
		if f.expr.MatchString(stamp) {
			return f.variant
		}
	}
	return ""
}

func unclaimed(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, r := range gjson.GetBytes(w.last.Body, "data").Array() {
		at, by := r.Get("claimed_at"), r.Get("claimed_by_id")
		if at.Type == gjson.Null && by.Type == gjson.Null {
			forms[endForm(at)+" and "+endForm(by)] = true
		}
	}
	switch {
	case len(forms) == 0:
		return "", "", skip(report.NoItemSeen, "no unclaimed invitation on the page")
	case len(forms) > 1:
		return "", "several forms", nil
	case forms["null and null"]:
		return "null", "both are null", nil
	case forms["absent and absent"]:
		return "absent", "neither is there", nil
	}
	return "", "one is null and one is absent", nil
}

func roles(w *world) (string, string, error) {
	words := map[string]bool{}
	for _, r := range gjson.GetBytes(w.last.Body, "data.#.role").Array() {
		words[r.String()] = true
	}
	if len(words) == 0 {
		return "", "", skip(report.NoItemSeen, "no invitation on the page")
	}
	var list []string
	for word := range words {
		list = append(list, word)
	}
	slices.Sort(list)
	only := func(allowed ...string) bool {
		return !slices.ContainsFunc(list, func(word string) bool { return !slices.Contains(allowed, word) })
	}
	evidence := strings.Join(list, ", ")
	switch {
	case only("admin", "member"):
		return "lower-case", evidence, nil
	case only("Admin", "Member"):
		return "capitalised", evidence, nil
	}
	return "", evidence, nil
}

// The source URL.

func sourceStatusType(w *world) (string, string, error) {
	v := gjson.GetBytes(w.last.Body, "status")
	switch {
	case !w.last.OK():
		return "", "", skip(report.NoGround, "the source URL answers %s", w.last.Outcome())
	case v.IsBool():
		return "boolean", v.Raw, nil
	case v.Type == gjson.String && (v.Str == "true" || v.Str == "false"):
		return "string", v.Raw, nil
	}
	return "", orAbsent(v), nil
}

func sourceCode(w *world) (string, string, error) {
	e := w.segment.running
	if e == nil {
		return "", "", skip(report.NoItemSeen, "creation was complete at the first look")
	}
	return strconv.Itoa(e.Status), e.Outcome(), nil
}

func sourcePropertiesPlace(w *world) (string, string, error) {
	if err := w.reached(); err != nil {
		return "", "", err
	}
	body := gjson.ParseBytes(w.segment.complete.Body)
	beside := len(body.Map()) - 1
	data := body.Get("data")
	if data.IsObject() {
		beside--
	}
	evidence := fmt.Sprintf("%d members beside status, %d in data", beside, len(data.Map()))
	switch {
	case data.IsObject() && len(data.Map()) > 0 && beside == 0:
		return "data", evidence, nil
	case !data.Exists() && beside > 0:
		return "beside", evidence, nil
	}
	return "", evidence, nil
}

func sourceToken(w *world) (string, string, error) {
	switch {
	case w.last.Broken():
		return "", w.last.Outcome(), nil
	case w.last.OK() && gjson.GetBytes(w.last.Body, "status").Exists() && !isRefusal(w.last):
		return "not-needed", w.last.Outcome(), nil
	}
	return "needed", w.last.Outcome(), nil
}

// Bodies of refusals.

// refused skips an answer that shows no refusal.
func (w *world) refused() error {
	e := w.last
	if effect(e) != "" || e.Err != nil || e.OK() && !isRefusal(e) && gjson.ValidBytes(e.Body) {
		return skip(report.NoItemSeen, "the request was not refused: %s", outcome(e))
	}
	if e.Operation == spec.ReadSegmentSource && e.Status == http.StatusNotFound {
		// Gap source-code: there may be nothing to show yet, whatever the token.
		return skip(report.NoItemSeen, "the source URL may answer 404 while creation is running")
	}
	return nil
}

func errorBody(w *world) (string, string, error) {
	if err := w.refused(); err != nil {
		return "", "", err
	}
	return bodyForm(w.last.Body), clipEvidence(w.last.Body), nil
}

func errorContentType(w *world) (string, string, error) {
	if err := w.refused(); err != nil {
		return "", "", err
	}
	text := w.last.Header.Get("Content-Type")
	media, _, _ := mime.ParseMediaType(text)
	json := gjson.ValidBytes(w.last.Body)
	switch {
	case json && media == "application/problem+json":
		return "problem", text, nil
	case json && media == "text/plain":
		return "plain", text, nil
	case json && (media == "application/json" || strings.HasSuffix(media, "+json")),
		!json && len(w.last.Body) > 0 && media == "text/plain",
		len(w.last.Body) == 0 && text == "":
		return "fitting", strings.TrimSpace(text + " of " + bodyKind(w.last.Body, json)), nil
	}
	return "", fmt.Sprintf("%q of %s", text, bodyKind(w.last.Body, json)), nil
}

func bodyKind(body []byte, json bool) string {
	switch {
	case len(body) == 0:
		return "an empty body"
	case json:
		return "JSON"
	}
	return "a text"
}

func bodyForm(b []byte) string {
	body := gjson.ParseBytes(b)
	switch {
	case len(b) == 0:
		return "empty"
	case !gjson.ValidBytes(b):
		if strings.HasPrefix(strings.TrimSpace(string(b)), "<") {
			return ""
		}
		return "text"
	case !body.IsObject():
		return ""
	case body.Get("status").Str == "error" && body.Get("message").Type == gjson.String && len(body.Map()) == 2:
		return "message"
	case body.Get("status").Str == "error" && len(body.Map()) == 1:
		return "status-only"
	case body.Get("errors").IsArray() && len(body.Map()) == 1:
		return "errors"
	}
	return ""
}

func notFoundBody(w *world) (string, string, error) {
	e := w.last
	if e.Broken() || effect(e) != "" {
		return "", outcome(e), nil
	}
	body := gjson.ParseBytes(e.Body)
	if gjson.ValidBytes(e.Body) && body.IsObject() && len(body.Map()) == 1 {
		switch status := body.Get("status"); {
		case status.Str == "not_found":
			return "word", status.Raw, nil
		case status.Raw == "404":
			return "integer", status.Raw, nil
		}
	}
	if bodyForm(e.Body) != "" {
		return "error", clipEvidence(e.Body), nil
	}
	return "", clipEvidence(e.Body), nil
}

func clipEvidence(b []byte) string {
	if len(b) == 0 {
		return "an empty body"
	}
	if len(b) > 120 {
		return strings.ToValidUTF8(string(b[:120]), "") + "…"
	}
	return string(b)
}
