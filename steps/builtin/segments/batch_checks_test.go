package segments

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

const anAtomic = `{"attribute":"email","attribute_type":"property","operator":"is","value":"x"}`

func TestACompleteSegmentShowsItsCreation(t *testing.T) {
	for rule, c := range map[string]struct {
		body    string
		another bool
		wrong   bool
	}{
		"as it was sent":                    {`{"status":true,"data":{"id":1,"name":"a","molecules":[` + anAtomic + `]}}`, false, false},
		"without molecules":                 {`{"status":true,"data":{"id":1,"name":"a"}}`, false, false},
		"no molecules":                      {`{"status":true,"data":{"id":1,"name":"a","molecules":[]}}`, false, true},
		"another segment":                   {`{"status":true,"data":{"id":2,"name":"a"}}`, false, true},
		"the id of a thing without a name":  {`{"status":true,"data":{"id":2}}`, false, false},
		"its id as a text":                  {`{"status":true,"data":{"id":"x1","name":"a"}}`, false, false},
		"its id with a fraction of zero":    {`{"status":true,"data":{"id":1.0,"name":"a"}}`, false, false},
		"known to be another one":           {`{"status":true,"data":{"id":2,"name":"a","molecules":[]}}`, true, false},
		"not complete":                      {`{"status":false,"data":{"id":2,"name":"a"}}`, false, false},
		"at the top of the body":            {`{"status":true,"id":2,"name":"a","source":{"id":1}}`, false, true},
		"the source beside it has other id": {`{"status":true,"source":{"id":4},"data":{"id":1,"name":"a"}}`, false, false},
	} {
		w := worldtest.On(t, target.Target{})
		s := &batchSegment{Segment: world.Segment{ID: "1"}, sent: gjson.Parse(`{"molecules":[` + anAtomic + `]}`), isAnother: c.another}
		err := isAsCreated(w, s, shows(c.body))
		if f := (*outcome.Finding)(nil); errors.As(err, &f) != c.wrong {
			t.Errorf("%s: wrong %t, want %t: %v", rule, !c.wrong, c.wrong, err)
		}
	}
	if err := isAsCreated(worldtest.On(t, target.Target{}), &batchSegment{}, nil); err != nil {
		t.Errorf("one that was not read again: %v", err)
	}
}

func TestACompleteSegmentStaysAsItWas(t *testing.T) {
	const first = `{"status":true,"data":{"id":1,"name":"a","source_id":4,"dataset_id":5,"size":3,"molecules":[` + anAtomic + `]}}`
	for rule, c := range map[string]struct {
		later   string
		changed bool
	}{
		"the same":                      {first, false},
		"another size":                  {`{"status":true,"data":{"id":1,"name":"a","source_id":4,"dataset_id":5,"size":9}}`, false},
		"a member more":                 {`{"status":true,"data":{"id":1,"name":"a","source_id":4,"dataset_id":5,"more":1}}`, false},
		"another id":                    {`{"status":true,"data":{"id":2,"name":"a","source_id":4,"dataset_id":5}}`, true},
		"another name":                  {`{"status":true,"data":{"id":1,"name":"b","source_id":4,"dataset_id":5}}`, true},
		"another source":                {`{"status":true,"data":{"id":1,"name":"a","source_id":7,"dataset_id":5}}`, true},
		"another dataset":               {`{"status":true,"data":{"id":1,"name":"a","source_id":4,"dataset_id":7}}`, true},
		"no name":                       {`{"status":true,"data":{"id":1,"source_id":4,"dataset_id":5}}`, true},
		"no molecules":                  {`{"status":true,"data":{"id":1,"name":"a","source_id":4,"dataset_id":5,"molecules":[]}}`, true},
		"not complete":                  {`{"status":false,"data":{"id":2,"name":"b"}}`, false},
		"another id as it was not read": {``, false},
	} {
		w := worldtest.On(t, target.Target{})
		s := &batchSegment{Segment: world.Segment{ID: "1", Complete: shows(first)}}
		if c.later != "" {
			s.later = shows(c.later)
		}
		err := isUnchanged(w, s)
		if f := (*outcome.Finding)(nil); errors.As(err, &f) != c.changed {
			t.Errorf("%s: changed %t, want %t: %v", rule, !c.changed, c.changed, err)
		}
	}
}

func TestASegmentsSourceURLStaysComplete(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler()) // no retrieval excuses what is lost
	defer server.Close()
	complete, running := shows(`{"status":true,"id":1}`), shows(`{"status":false,"id":1}`)
	for rule, c := range map[string]struct {
		later, ofEarlier *client.Exchange
		want             string
	}{
		"read again":                     {complete, complete, ""},
		"the batch alone is read again":  {complete, nil, ""},
		"the earlier one is read again":  {nil, complete, ""},
		"one of the batch is not":        {running, complete, "finding"},
		"the earlier one is not":         {complete, running, "finding"},
		"none is read again, so skipped": {nil, nil, "skip"},
		"a member is lost":               {shows(`{"status":true}`), complete, "finding"},
		"the earlier one loses a member": {complete, shows(`{"status":true}`), "finding"},
	} {
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}})
		ofScenario(w).batch = &segmentBatch{segments: []*batchSegment{{Segment: world.Segment{ID: "1", Complete: complete}, later: c.later}},
			earlier: &batchSegment{Segment: world.Segment{ID: "2", Complete: complete}, later: c.ofEarlier}}
		err, got := theyStayComplete(w), ""
		if f := (*outcome.Finding)(nil); errors.As(err, &f) {
			got = "finding"
		} else if err != nil {
			got = "skip"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, got, c.want, err)
		}
	}
}
