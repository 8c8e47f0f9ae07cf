package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/server/resource"
)

func TestBodiesThatAreRefused(t *testing.T) {
	f := choosing(t, "malformed-body-status=422")
	good := f.segment()
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
		"a member named twice further down": {f.segment("molecules", `[{"value":1,"value":2}]`), 422, "not JSON"},
		"invalid UTF-8":                     {f.segment("name", "\"\xff\""), 422, "not JSON"},
		"a lone surrogate":                  {f.segment("name", `"\ud800"`), 422, "not JSON"},
		"too deep":                          {f.segment("molecules", strings.Repeat("[", 100)+strings.Repeat("]", 100)), 422, "deeper than 100"},
		"far too deep":                      {strings.Repeat("[", 500_000), 422, "deeper than 100"},
		"molecules too deep":                {f.segment("molecules", strings.Repeat("[", 99)+strings.Repeat("]", 99)), 400, "deeper than 32"},
		"an array":                          {"[" + good + "]", 400, "JSON object"},
		"null":                              {"null", 400, "JSON object"},
		"a string":                          {`"Readers"`, 400, "JSON object"},
		"no members":                        {"{}", 400, "name: is required"},
		"no name":                           {f.segment("name", ""), 400, "name: is required"},
		"a null name":                       {f.segment("name", "null"), 400, "name: must be a string, not null"},
		"a name that is a boolean":          {f.segment("name", "true"), 400, "name: must be a string"},
		"a name that is a list":             {f.segment("name", "[]"), 400, "name: must be a string"},
		"no molecules":                      {f.segment("molecules", ""), 400, "molecules: is required"},
		"null molecules":                    {f.segment("molecules", "null"), 400, "molecules: must be an array, not null"},
		"molecules that are an object":      {f.segment("molecules", "{}"), 400, "molecules: must be an array"},
		"a bad molecule":                    {f.segment("molecules", "[[{}]]"), 400, "molecules[0][0]: "},
		"two Operation Molecules":           {f.segment("molecules", `["AND","OR"]`), 400, "molecules[1]: must not be a second Operation Molecule"},
		"no dataset_id":                     {f.segment("dataset_id", ""), 400, "dataset_id: is required"},
		"a null dataset_id":                 {f.segment("dataset_id", "null"), 400, "dataset_id: must be an integer, not null"},
		"a dataset_id as text":              {f.segment("dataset_id", `"8801"`), 400, "dataset_id: must be an integer"},
		"a dataset_id with a fraction":      {f.segment("dataset_id", "8801.5"), 400, "dataset_id: must be an integer"},
		"a dataset_id too large":            {f.segment("dataset_id", "99999999999999999999"), 400, "dataset_id: must be an integer"},
		"a dataset_id far too large":        {f.segment("dataset_id", "1e999"), 400, "dataset_id: must be an integer"},
		"a dataset of another source":       {f.segment("dataset_id", "8850"), 400, "dataset_id: the source has no dataset 8850"},
		"larger than a mebibyte":            {good + strings.Repeat(" ", 1<<20), 413, "larger than 1048576 bytes"},
	} {
		t.Run(rule, func(t *testing.T) {
			a := f.post(c.body)
			if a.code != c.code || a.get("status").Str != "error" || !strings.Contains(a.get("message").Str, c.says) {
				t.Errorf("got %s, want %d and %q", a, c.code, c.says)
			}
		})
	}
	if got := f.post(good).get("data.id").Int(); got != 2312 {
		t.Errorf("the next segment is %d: one of them was created", got)
	}
}

func TestBodiesThatAreTaken(t *testing.T) {
	f := choosing(t)
	for rule, body := range map[string]string{
		"white space around":              " \n" + f.segment() + "\n\t ",
		"a dataset_id with a zero behind": f.segment("dataset_id", "8801.0"),
		"a name of escapes":               f.segment("name", `"\u0000\ud83d\ude00 \""`),
		"an unknown member":               f.segment("colour", "null"),
		"exactly a mebibyte":              f.segment() + strings.Repeat(" ", 1<<20-len(f.segment())),
	} {
		t.Run(rule, func(t *testing.T) {
			if a := f.post(body); a.code != http.StatusCreated {
				t.Error(a)
			}
		})
	}
}

func TestContentTypesOfBodies(t *testing.T) {
	f := choosing(t)
	for contentType, want := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, "APPLICATION/JSON": 201, "application/json;": 201,
		"application/vnd.api+json": 201, "application/json; charset": 201, "": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "json": 415, ";;": 415,
	} {
		a := f.post(f.segment(), func(r *http.Request) {
			r.Header.Del("Content-Type")
			if contentType != "" {
				r.Header.Set("Content-Type", contentType)
			}
		})
		if a.code != want {
			t.Errorf("%q: %s, want %d", contentType, a, want)
		}
	}
}

func TestACreatedSegment(t *testing.T) {
	f := choosing(t)
	a := f.post(f.segment())
	want := `{"status":"created","data":{"id":2312},"filter_segment_source_url":"http://fake.example.com/api/v1/sources/4120/filter_segments/2312/source_status"}`
	if a.code != http.StatusCreated || a.body != want {
		t.Errorf("got %s, want 201 %s", a, want)
	}
}

func TestCreationCompletesWithTheClock(t *testing.T) {
	f := choosing(t)
	path := f.create()
	for _, wait := range []time.Duration{0, time.Minute - 1} {
		f.later(wait)
		if a := f.get(path + "/source_status"); a.String() != `200 {"status":false}` {
			t.Errorf("before its time: %s", a)
		}
		if a := f.get(path); a.get("data.record_count").Raw != "null" || a.get("data.model_id").Raw != "null" {
			t.Errorf("its sub-properties are there before their time: %s", a)
		}
	}
	f.later(1)
	a, retrieved := f.get(path+"/source_status"), f.get(path)
	if a.code != http.StatusOK || a.get("status").Raw != "true" {
		t.Fatalf("after its time: %s", a)
	}
	for name, value := range retrieved.get("data").Map() {
		if got := a.get(name).Raw; got != value.Raw {
			t.Errorf("%s is %s, but %s in the retrieval", name, got, value.Raw)
		}
	}
	f.later(time.Hour)
	if again := f.get(path + "/source_status"); again.body != a.body {
		t.Errorf("it did not stay: %s", again)
	}
}

func TestARetrievedSegment(t *testing.T) {
	f := choosing(t)
	want := `200 {"status":"success","data":{"type":"segment","id":2301,"name":"Newsletter readers","source_id":4120,"dataset_id":8801,` +
		`"model_id":1,"query":null,"record_count":18422,"created_at":"2024-03-11T10:02:17.480Z","updated_at":"2024-03-11T10:02:17.480Z",` +
		`"resource_identifier":"segment:newsletter-readers","molecules":[` + atomic + `,"AND",` +
		`{"attribute":"newsletter_opt_in","attribute_type":"column","operator":"true","value":""}],"filter_segment_source_object_id":1,"cohorts":[` +
		`{"id":71,"name":"Holdout","percentage":10,"is_control":true,"created_at":"2024-04-02T07:31:10.220Z","resource_identifier":"cohort:newsletter-readers-holdout"},` +
		`{"id":72,"name":"Autumn mail","percentage":90,"is_control":false,"created_at":"2024-04-02T07:31:10.221Z","resource_identifier":"cohort:newsletter-readers-autumn-mail"}]}}`
	if got := f.get(f.segments() + "/2301").String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestIDsOfNothing(t *testing.T) {
	f := choosing(t)
	for _, id := range []string{"1", "0", "-1", "abc", "2301.0", "+2301", "02301", "99999999999999999999", "2311", "%20", "2301%2F", "%ff"} {
		for _, path := range []string{"%s", "%s/source_status"} {
			if a := f.get(f.segments() + "/" + fmt.Sprintf(path, id)); a.String() != `404 {"status":"not_found"}` {
				t.Errorf("segment %s: %s", id, a)
			}
		}
		if a := f.do("POST", "/api/v1/sources/"+id+"/filter_segments", f.segment(), bearer(f.Ground().WorkspaceToken)); a.String() != `404 {"status":"not_found"}` {
			t.Errorf("source %s: %s", id, a)
		}
	}
}

func TestHowASegmentIsCompleted(t *testing.T) {
	f := controlled(t)
	put := func(segment string) {
		t.Helper()
		want := `200 {"segment":` + segment + `}`
		if a := f.control("PUT", "transitions", `{"segment":`+segment+`}`); a.String() != want {
			t.Errorf("%s, want %s", a, want)
		}
		if a := f.control("GET", "transitions", ""); a.String() != want {
			t.Errorf("it reads %s, want %s", a, want)
		}
	}
	complete := func(path string) bool { return f.get(path + "/source_status").get("status").Bool() }

	put(`{"after":"1m30s"}`)
	timed := f.create()
	put(`{"reads":2}`)
	counted := f.create()
	put(`{"held":true}`)
	held := f.create()
	put(`{"after":"0s"}`)
	if !complete(f.create()) {
		t.Error("at once: it is running")
	}
	f.later(90*time.Second - 1)
	if complete(timed) {
		t.Error("after a duration: it is complete too early")
	}
	f.later(1)
	if !complete(timed) {
		t.Error("after a duration: it is running when that is over")
	}
	f.get(counted) // retrieves the segment, and reads no source URL
	if got := [3]bool{complete(counted), complete(counted), complete(counted)}; got != [3]bool{false, false, true} {
		t.Errorf("after 2 reads: it is complete at %v", got)
	}
	f.later(1000 * time.Hour)
	if complete(held) {
		t.Error("held: it is complete")
	}
}

func TestARefusedReadOfTheSourceURLCountsWhereItIsHowCreationIsTold(t *testing.T) {
	f := choosing(t, "source-code=404")
	f.home().SetTransition(resource.Transition{Reads: 1})
	source := f.create() + "/source_status"
	for _, a := range []answer{f.do("GET", source, ""), f.do("GET", source, "", bearer(f.Ground().PersonalToken))} {
		if a.code/100 != 4 {
			t.Error(a)
		}
	}
	if got := [2]int{f.get(source).code, f.get(source).code}; got != [2]int{404, 200} {
		t.Errorf("it answers %v", got)
	}
}

func TestTransitionsThatAreRefused(t *testing.T) {
	f := controlled(t)
	for _, segment := range []string{`{}`, `null`, `{"after":"0s","reads":1}`, `{"held":true,"reads":1}`, `{"held":false}`, `{"reads":0}`,
		`{"reads":1.5}`, `{"after":"soon"}`, `{"after":"-1s"}`, `{"after":2}`, `{"later":"2s"}`} {
		if a := f.control("PUT", "transitions", `{"segment":`+segment+`}`); a.code != 400 || a.get("error").Str == "" {
			t.Errorf("%s: %s", segment, a)
		}
	}
	if got := f.control("GET", "transitions", "").String(); got != `200 {"segment":{"after":"0s"}}` {
		t.Errorf("one of them was taken: %s", got)
	}
}
