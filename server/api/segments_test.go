package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/server/resource"
)

func TestRejectedBodies(t *testing.T) {
	f := testkit.OpenChoosing(t, "malformed-body-status=422")
	good := f.SegmentBody()
	for rule, c := range map[string]struct {
		body string
		code int
		says string
	}{
		"empty":                             {"", 422, "empty"},
		"white space":                       {" \n", 422, "empty"},
		"broken off":                        {good[:len(good)-1], 422, "not JSON"},
		"no JSON":                           {"name=Readers", 422, "not JSON"},
		"trailing garbage":                  {good + "x", 422, "goes on"},
		"a second value":                    {good + good, 422, "goes on"},
		"a member named twice":              {strings.Replace(good, "{", `{"name":"a",`, 1), 422, "not JSON"},
		"a member named twice further down": {f.SegmentBody("molecules", `[{"value":1,"value":2}]`), 422, "not JSON"},
		"invalid UTF-8":                     {f.SegmentBody("name", "\"\xff\""), 422, "not JSON"},
		"a lone surrogate":                  {f.SegmentBody("name", `"\ud800"`), 422, "not JSON"},
		"too deep":                          {f.SegmentBody("molecules", strings.Repeat("[", 100)+strings.Repeat("]", 100)), 422, "deeper than 100"},
		"far too deep":                      {strings.Repeat("[", 500_000), 422, "deeper than 100"},
		"molecules too deep":                {f.SegmentBody("molecules", strings.Repeat("[", 99)+strings.Repeat("]", 99)), 400, "deeper than 32"},
		"an array":                          {"[" + good + "]", 400, "JSON object"},
		"null":                              {"null", 400, "JSON object"},
		"a string":                          {`"Readers"`, 400, "JSON object"},
		"no members":                        {"{}", 400, "name: is required"},
		"no name":                           {f.SegmentBody("name", ""), 400, "name: is required"},
		"a null name":                       {f.SegmentBody("name", "null"), 400, "name: must be a string, not null"},
		"a name that is a boolean":          {f.SegmentBody("name", "true"), 400, "name: must be a string"},
		"a name that is a list":             {f.SegmentBody("name", "[]"), 400, "name: must be a string"},
		"no molecules":                      {f.SegmentBody("molecules", ""), 400, "molecules: is required"},
		"null molecules":                    {f.SegmentBody("molecules", "null"), 400, "molecules: must be an array, not null"},
		"molecules that are an object":      {f.SegmentBody("molecules", "{}"), 400, "molecules: must be an array"},
		"a bad molecule":                    {f.SegmentBody("molecules", "[[{}]]"), 400, "molecules[0][0]: "},
		"two Operation Molecules":           {f.SegmentBody("molecules", `["AND","OR"]`), 400, "molecules[1]: must not be a second Operation Molecule"},
		"no dataset_id":                     {f.SegmentBody("dataset_id", ""), 400, "dataset_id: is required"},
		"a null dataset_id":                 {f.SegmentBody("dataset_id", "null"), 400, "dataset_id: must be an integer, not null"},
		"a dataset_id as text":              {f.SegmentBody("dataset_id", `"8801"`), 400, "dataset_id: must be an integer"},
		"a dataset_id with a fraction":      {f.SegmentBody("dataset_id", "8801.5"), 400, "dataset_id: must be an integer"},
		"a dataset_id too large":            {f.SegmentBody("dataset_id", "99999999999999999999"), 400, "dataset_id: must be an integer"},
		"a dataset_id far too large":        {f.SegmentBody("dataset_id", "1e999"), 400, "dataset_id: must be an integer"},
		"a dataset of another source":       {f.SegmentBody("dataset_id", "8850"), 400, "dataset_id: the source has no dataset 8850"},
		"larger than a mebibyte":            {good + strings.Repeat(" ", 1<<20), 413, "larger than 1048576 bytes"},
	} {
		t.Run(rule, func(t *testing.T) {
			a := f.PostSegment(c.body)
			if a.Code != c.code || a.Get("status").Str != "error" || !strings.Contains(a.Get("message").Str, c.says) {
				t.Errorf("got %s, want %d and %q", a, c.code, c.says)
			}
		})
	}
	if got := f.PostSegment(good).Get("data.id").Int(); got != 2312 {
		t.Errorf("the next segment is %d: one of them was created", got)
	}
}

func TestAcceptedBodies(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for rule, body := range map[string]string{
		"white space around":              " \n" + f.SegmentBody() + "\n\t ",
		"a dataset_id with a zero behind": f.SegmentBody("dataset_id", "8801.0"),
		"a name of escapes":               f.SegmentBody("name", `"\u0000\ud83d\ude00 \""`),
		"an unknown member":               f.SegmentBody("colour", "null"),
		"exactly a mebibyte":              f.SegmentBody() + strings.Repeat(" ", 1<<20-len(f.SegmentBody())),
	} {
		t.Run(rule, func(t *testing.T) {
			if a := f.PostSegment(body); a.Code != http.StatusCreated {
				t.Error(a)
			}
		})
	}
}

func TestContentTypesOfBodies(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for contentType, want := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, "APPLICATION/JSON": 201, "application/json;": 201,
		"application/vnd.api+json": 201, "application/json; charset": 201, "": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "json": 415, ";;": 415,
	} {
		a := f.PostSegment(f.SegmentBody(), func(r *http.Request) {
			r.Header.Del("Content-Type")
			if contentType != "" {
				r.Header.Set("Content-Type", contentType)
			}
		})
		if a.Code != want {
			t.Errorf("%q: %s, want %d", contentType, a, want)
		}
	}
}

func TestACreatedSegment(t *testing.T) {
	f := testkit.OpenChoosing(t)
	a := f.PostSegment(f.SegmentBody())
	want := `{"status":"created","data":{"id":2312},"filter_segment_source_url":"http://fake.example.com/api/v1/sources/4120/filter_segments/2312/source_status"}`
	if a.Code != http.StatusCreated || a.Body != want {
		t.Errorf("got %s, want 201 %s", a, want)
	}
}

func TestCreationCompletesWithTheClock(t *testing.T) {
	f := testkit.OpenChoosing(t)
	path := f.CreateSegment()
	for _, wait := range []time.Duration{0, time.Minute - 1} {
		f.Advance(wait)
		if a := f.Get(path + "/source_status"); a.String() != `200 {"status":false}` {
			t.Errorf("before its time: %s", a)
		}
		if a := f.Get(path); a.Get("data.record_count").Raw != "null" || a.Get("data.model_id").Raw != "null" {
			t.Errorf("its sub-properties are there before their time: %s", a)
		}
	}
	f.Advance(1)
	a, retrieved := f.Get(path+"/source_status"), f.Get(path)
	if a.Code != http.StatusOK || a.Get("status").Raw != "true" {
		t.Fatalf("after its time: %s", a)
	}
	for name, value := range retrieved.Get("data").Map() {
		if got := a.Get(name).Raw; got != value.Raw {
			t.Errorf("%s is %s, but %s in the retrieval", name, got, value.Raw)
		}
	}
	f.Advance(time.Hour)
	if again := f.Get(path + "/source_status"); again.Body != a.Body {
		t.Errorf("it did not stay: %s", again)
	}
}

func TestARetrievedSegment(t *testing.T) {
	f := testkit.OpenChoosing(t)
	want := `200 {"status":"success","data":{"type":"segment","id":2301,"name":"Newsletter readers","source_id":4120,"dataset_id":8801,` +
		`"model_id":1,"query":null,"record_count":18422,"created_at":"2024-03-11T10:02:17.480Z","updated_at":"2024-03-11T10:02:17.480Z",` +
		`"resource_identifier":"segment:newsletter-readers","molecules":[` + testkit.AtomicMolecule + `,"AND",` +
		`{"attribute":"newsletter_opt_in","attribute_type":"column","operator":"true","value":""}],"filter_segment_source_object_id":1,"cohorts":[` +
		`{"id":71,"name":"Holdout","percentage":10,"is_control":true,"created_at":"2024-04-02T07:31:10.220Z","resource_identifier":"cohort:newsletter-readers-holdout"},` +
		`{"id":72,"name":"Autumn mail","percentage":90,"is_control":false,"created_at":"2024-04-02T07:31:10.221Z","resource_identifier":"cohort:newsletter-readers-autumn-mail"}]}}`
	if got := f.Get(f.SegmentsPath() + "/2301").String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUnknownIDs(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for _, id := range []string{"1", "0", "-1", "abc", "2301.0", "+2301", "02301", "99999999999999999999", "2311", "%20", "2301%2F", "%ff"} {
		for _, path := range []string{"%s", "%s/source_status"} {
			if a := f.Get(f.SegmentsPath() + "/" + fmt.Sprintf(path, id)); a.String() != `404 {"status":"not_found"}` {
				t.Errorf("segment %s: %s", id, a)
			}
		}
		if a := f.Do("POST", "/api/v1/sources/"+id+"/filter_segments", f.SegmentBody(), testkit.Bearer(f.TestData().WorkspaceToken)); a.String() != `404 {"status":"not_found"}` {
			t.Errorf("source %s: %s", id, a)
		}
	}
}

func TestHowASegmentIsCompleted(t *testing.T) {
	f := testkit.OpenControlled(t)
	put := func(segment string) {
		t.Helper()
		want := `200 {"segment":` + segment + `}`
		if a := f.Control("PUT", "transitions", `{"segment":`+segment+`}`); a.String() != want {
			t.Errorf("%s, want %s", a, want)
		}
		if a := f.Control("GET", "transitions", ""); a.String() != want {
			t.Errorf("it reads %s, want %s", a, want)
		}
	}
	complete := func(path string) bool { return f.Get(path + "/source_status").Get("status").Bool() }

	put(`{"after":"1m30s"}`)
	timed := f.CreateSegment()
	put(`{"reads":2}`)
	counted := f.CreateSegment()
	put(`{"held":true}`)
	held := f.CreateSegment()
	put(`{"after":"0s"}`)
	if !complete(f.CreateSegment()) {
		t.Error("at once: it is running")
	}
	f.Advance(90*time.Second - 1)
	if complete(timed) {
		t.Error("after a duration: it is complete too early")
	}
	f.Advance(1)
	if !complete(timed) {
		t.Error("after a duration: it is still running")
	}
	f.Get(counted) // retrieves the segment without reading its source URL
	if got := [3]bool{complete(counted), complete(counted), complete(counted)}; got != [3]bool{false, false, true} {
		t.Errorf("after 2 reads: it is complete at %v", got)
	}
	f.Advance(1000 * time.Hour)
	if complete(held) {
		t.Error("held: it is complete")
	}
}

func TestARejectedReadOfTheSourceURLCountsWhereItReportsCreation(t *testing.T) {
	f := testkit.OpenChoosing(t, "source-code=404")
	f.Home().SetTransition(resource.Transition{Reads: 1})
	source := f.CreateSegment() + "/source_status"
	for _, a := range []testkit.Response{f.Do("GET", source, ""), f.Do("GET", source, "", testkit.Bearer(f.TestData().PersonalToken))} {
		if a.Code/100 != 4 {
			t.Error(a)
		}
	}
	if got := [2]int{f.Get(source).Code, f.Get(source).Code}; got != [2]int{404, 200} {
		t.Errorf("the responses are %v", got)
	}
}

func TestRejectedTransitions(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, segment := range []string{`{}`, `null`, `{"after":"0s","reads":1}`, `{"held":true,"reads":1}`, `{"held":false}`, `{"reads":0}`,
		`{"reads":1.5}`, `{"after":"soon"}`, `{"after":"-1s"}`, `{"after":2}`, `{"later":"2s"}`} {
		if a := f.Control("PUT", "transitions", `{"segment":`+segment+`}`); a.Code != 400 || a.Get("error").Str == "" {
			t.Errorf("%s: %s", segment, a)
		}
	}
	if got := f.Control("GET", "transitions", "").String(); got != `200 {"segment":{"after":"0s"}}` {
		t.Errorf("one of them was taken: %s", got)
	}
}
