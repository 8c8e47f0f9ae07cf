package segments

import (
	"cmp"
	"errors"
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// shows returns the response of a source URL with a body.
func shows(body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.ReadSegmentSource, Method: http.MethodGet, Allowed: true},
		Status: http.StatusOK, Body: []byte(body)}
}

// The segment was created on source 4, with dataset 5.
func TestASegmentIsOnItsSourceAndDataset(t *testing.T) {
	for rule, c := range map[string]struct {
		body string
		// shown says that it shows one of them, wrong is the member that is another one.
		shown bool
		wrong string
	}{
		"both":                            {`{"data":{"id":1,"source_id":4,"dataset_id":5}}`, true, ""},
		"the source alone":                {`{"data":{"id":1,"source_id":4}}`, true, ""},
		"the dataset alone":               {`{"data":{"id":1,"dataset_id":5}}`, true, ""},
		"neither":                         {`{"data":{"id":1,"name":"a"}}`, false, ""},
		"another source":                  {`{"data":{"id":1,"source_id":7,"dataset_id":5}}`, true, "source_id"},
		"another dataset":                 {`{"data":{"id":1,"source_id":4,"dataset_id":7}}`, true, "dataset_id"},
		"beside the segment":              {`{"source_id":4,"data":{"id":1}}`, true, ""},
		"another source beside it":        {`{"source_id":7,"data":{"id":1}}`, true, "source_id"},
		"the segment's own goes first":    {`{"source_id":7,"data":{"id":1,"source_id":4}}`, true, ""},
		"as texts, which may be anything": {`{"data":{"id":1,"source_id":"7","dataset_id":"7"}}`, false, ""},
		"null":                            {`{"data":{"id":1,"source_id":null}}`, false, ""},
		"the source within an object":     {`{"data":{"id":1,"source_id":{"id":7}}}`, false, ""},
		"without a body":                  {``, false, ""},
	} {
		shown, err := onItsSource(shows(c.body), target.Resources{SourceID: 4, DatasetID: 5})
		wrong := ""
		if f := (*outcome.Finding)(nil); errors.As(err, &f) {
			wrong = map[string]string{
				"source_id to be 4, as the segment was created":  "source_id",
				"dataset_id to be 5, as the segment was created": "dataset_id",
			}[f.Expected]
			wrong = cmp.Or(wrong, f.Expected)
			if f.Actual != "7" {
				t.Errorf("%s: found %s, want 7", rule, f.Actual)
			}
		}
		if shown != c.shown || wrong != c.wrong || (err != nil) != (c.wrong != "") {
			t.Errorf("%s: shown %t, wrong %q; want %t, %q", rule, shown, wrong, c.shown, c.wrong)
		}
	}
}

func TestASourceIsAnotherOneAlsoBeyond2To53(t *testing.T) {
	const shown = `{"data":{"id":1,"source_id":9007199254740993}}`
	for source, wrong := range map[int64]bool{9007199254740993: false, 9007199254740992: true} {
		if _, err := onItsSource(shows(shown), target.Resources{SourceID: source}); (err != nil) != wrong {
			t.Errorf("created on %d: %v", source, err)
		}
	}
}

func TestASourceIsCheckedOnlyWhereOneIsShown(t *testing.T) {
	const complete = `{"status":true,"id":1}`
	const onSource4, onSource7 = `{"status":true,"id":1,"source_id":4}`, `{"status":true,"id":1,"source_id":7}`
	for rule, c := range map[string]struct {
		bodies []string
		want   string
	}{
		"each shows it":            {[]string{onSource4, onSource4}, ""},
		"the last one shows it":    {[]string{complete, onSource4}, ""},
		"the first one shows it":   {[]string{onSource4, complete}, ""},
		"none shows it":            {[]string{complete, complete}, string(report.NoItemSeen)},
		"one is on another source": {[]string{onSource4, onSource7}, "finding"},
		"none is complete":         {[]string{""}, string(report.MissingTestData)},
	} {
		w := worldtest.On(t, target.Target{Resources: target.Resources{SourceID: 4}})
		ofScenario(w).batch = &segmentBatch{}
		for _, body := range c.bodies {
			s := &batchSegment{}
			if s.trouble = outcome.Skip(report.MissingTestData, "it is not complete"); body != "" {
				s.trouble, s.Complete = nil, shows(body)
			}
			ofScenario(w).batch.segments = append(ofScenario(w).batch.segments, s)
		}
		err := eachIsOnItsSource(w)
		got := ""
		if f := (*outcome.Finding)(nil); errors.As(err, &f) {
			got = "finding"
		} else if s := (*outcome.Skipped)(nil); errors.As(err, &s) {
			got = string(s.Kind)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, got, c.want, err)
		}
	}
}
