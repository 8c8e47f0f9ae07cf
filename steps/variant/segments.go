package variant

import (
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// The source URL of a segment.

func sourceStatusType(s Seen) (string, string, error) {
	v := s.Response.Progress()
	switch {
	case !s.Response.OK():
		return "", "", outcome.Skip(report.MissingTestData, "the source URL responds with %s", s.Response.Outcome())
	case v.IsBool():
		return "boolean", v.Raw, nil
	case v.Type == gjson.String && (v.Str == "true" || v.Str == "false"):
		return "string", v.Raw, nil
	}
	return "", client.Shown(v), nil
}

func sourceCode(s Seen) (string, string, error) {
	if s.Running == nil {
		return "", "", outcome.Skip(report.NoItemSeen, "creation was complete at the first look")
	}
	return strconv.Itoa(s.Running.Status), s.Running.Outcome(), nil
}

func sourcePropertiesPlace(s Seen) (string, string, error) {
	complete, err := s.Complete()
	if err != nil {
		return "", "", err
	}
	body := complete.JSON()
	data, beside := body.Get("data"), body.Map()
	delete(beside, "status")
	if data.IsObject() {
		delete(beside, "data")
	}
	moved := s.Running != nil && !s.Running.Rejected() && s.Running.Progress().Exists() && s.Running.ProgressAt() != complete.ProgressAt()
	evidence := fmt.Sprintf("%d members beside status, %d in data", len(beside), len(data.Map()))
	switch {
	case moved:
		return "", "the status is in two places", nil
	case complete.ProgressAt() == "data.status":
		return "data-with-status", evidence, nil
	case data.IsObject() && len(data.Map()) > 0 && len(beside) == 0:
		return "data", evidence, nil
	case !data.Exists() && len(beside) > 0:
		return "beside", evidence, nil
	}
	return "", evidence, nil
}

func sourceToken(s Seen) (string, string, error) {
	e := s.Response
	switch {
	case e.Broken():
		return "", e.Outcome(), nil
	case e.OK() && e.Progress().Exists() && !e.Rejected():
		return "not-needed", e.Outcome(), nil
	}
	return "needed", e.Outcome(), nil
}
