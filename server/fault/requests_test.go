package fault_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
	"understudy/spec"
)

func TestFaultsAreControlled(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "faults", "", `200 {"faults":[]}`},
		{"POST", "faults", `{"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7}`,
			`201 {"id":1,"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7,"calls":0,"hits":0}`},
		{"POST", "faults", `{"latency":{"uniform":[0.1,0.2],"seed":3}}`, `201 {"id":2,"latency":{"uniform":[0.1,0.2],"seed":3},"calls":0,"hits":0}`},
		{"POST", "faults", `{"silence":"1m","latency":"200ms"}`, `201 {"id":3,"latency":{"seconds":0.2},"silence":60,"calls":0,"hits":0}`},
		{"DELETE", "faults/3", "", `200 {"faults":[{"id":1,"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7,"calls":0,"hits":0},{"id":2,"latency":{"uniform":[0.1,0.2],"seed":3},"calls":0,"hits":0}]}`},
		{"POST", "faults", `{"status":500,"when":{"probability":0}}`, `400 {"error":"when.probability: is 0, so that nothing would fail: give more, or leave it out"}`},
		{"POST", "faults", `{"status":500,"when":{"first":0}}`, `400 {"error":"when.first: is 0, so that nothing would fail: give more, or leave it out"}`},
		{"DELETE", "faults/2", "", `200 {"faults":[{"id":1,"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7,"calls":0,"hits":0}]}`},
		{"DELETE", "faults/2", "", `404 {"error":"fault 2: no such fault: GET faults lists them"}`},
		{"DELETE", "faults/x", "", `404 {"error":"fault: give the number of a fault: GET faults lists them"}`},
		{"DELETE", "faults", "", `200 {"faults":[]}`},
		{"GET", "faults?sandbox=nobody", "", `404 {"error":"sandbox \"nobody\": no such sandbox: it was never created, was deleted, is past its ttl, or its fake has restarted since: create it: PUT /_understudy/sandboxes/ID"}`},
	} {
		if got := f.Control(c.method, c.path, c.body).String(); got != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.method, c.path, c.body, got, c.want)
		}
	}
	for _, body := range []string{``, `[]`, `{}`, `{"status":200}`, `{"status":"503"}`, `{"status":503,"wen":{}}`, `{"status":503,"when":{"last":1}}`, `{"status":503}{}`} {
		if a := f.Control("POST", "faults", body); a.Code != 400 || a.Get("error").Str == "" {
			t.Errorf("%s: %s", body, a)
		}
	}
}

func TestAFaultRespondsInTheShapeOfTheAPI(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SetFault(`{"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7}`)
	f.SetFault(`{"operation":"list-invitations","when":{"first":2},"status":503}`)
	f.Choose("error-body=errors")
	first, second, third := f.ListInvitations(""), f.ListInvitations(""), f.ListInvitations("")
	if first.Code != 429 || first.Header.Get("Retry-After") != "7" || !strings.HasPrefix(first.Get("errors.0").Str, "HTTP 429: an injected fault") {
		t.Errorf("the first response is %s %v", first, first.Header)
	}
	if second.Code != 429 || third.Code != 200 || third.Header.Get("Retry-After") != "" {
		t.Errorf("then %s, %s", second, third)
	}
	if hits := f.Control("GET", "faults", "").Get("faults.#.hits").Raw; hits != "[2,0]" {
		t.Errorf("they struck %s times", hits)
	}
	if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
		t.Errorf("another operation responds %s", a)
	}
}

func TestAFaultInPlaceOfAResponseChangesNothing(t *testing.T) {
	for rule, c := range map[string]struct {
		fault   string
		created bool
	}{
		"a status":                   {`{"status":500}`, false},
		"a status after the request": {`{"status":500,"after":true}`, true},
		"latency":                    {`{"latency":{"seconds":0.000001}}`, true},
		"a slow body":                {`{"bytes_per_second":1000000}`, true},
		"a cut beyond the end":       {`{"cut_after":100000}`, true},
	} {
		f := testkit.OpenControlled(t)
		f.SetFault(c.fault)
		f.PostSegment(f.SegmentBody())
		f.Control("DELETE", "faults", "")
		if got := f.Get(f.SegmentsPath()+"/2312").Code == 200; got != c.created {
			t.Errorf("%s: a segment was created: %t, want %t", rule, got, c.created)
		}
	}
}

func TestAConnectionBreaksOff(t *testing.T) {
	f := testkit.OpenControlled(t)
	site := httptest.NewServer(f)
	defer site.Close()
	list := func() (*http.Response, error) {
		r, _ := http.NewRequest("GET", site.URL+testkit.InvitationsPath, nil)
		testkit.Bearer(f.TestData().PersonalToken)(r)
		return site.Client().Do(r)
	}
	for rule, c := range map[string]struct {
		fault string
		want  error
	}{
		"a reset":            {`{"reset":true}`, syscall.ECONNRESET},
		"the end of silence": {`{"silence":0.001}`, io.EOF},
	} {
		f.SetFault(c.fault)
		if _, err := list(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", rule, err, c.want)
		}
		f.Control("DELETE", "faults", "")
	}
	f.SetFault(`{"cut_after":10}`)
	res, err := list()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if string(body) != `{"status":` || !errors.Is(err, io.ErrUnexpectedEOF) || res.ContentLength < 1000 {
		t.Errorf("of %d bytes came %q: %v", res.ContentLength, body, err)
	}
	got := f.Control("GET", "journal", "").Get("exchanges.#.{status,fault,response.size}").Raw
	for _, want := range []string{`{"status":0,"fault":"a connection reset","size":0}`, `{"status":0,"fault":"silence","size":0}`,
		`{"status":200,"fault":"a body cut after 10 bytes","size":10}`} {
		if !strings.Contains(got, want) {
			t.Errorf("the journal has %s, not %s", got, want)
		}
	}
}

func TestTheJournalHasTheBodyThatAFaultStruck(t *testing.T) {
	f := testkit.OpenControlled(t)
	site := httptest.NewServer(f)
	defer site.Close()
	for i, rule := range []string{`{"status":503}`, `{"reset":true}`, `{"silence":0.001}`} {
		f.SetFault(rule)
		res, err := site.Client().Post(site.URL+f.SegmentsPath(), "application/json", strings.NewReader(f.SegmentBody()))
		if err == nil {
			_ = res.Body.Close()
		}
		f.Home().Journal().Wait(t.Context(), uint64(i))
		e := f.Control("GET", fmt.Sprintf("journal/%d", i+1), "")
		if e.Get("request.body").Str != f.SegmentBody() || e.Get("request.cut").Bool() {
			t.Errorf("%s: the journal has %s", rule, e)
		}
		f.Control("DELETE", "faults", "")
	}
}

func TestTheJournalReportsACutOnlyWhereThereWasOne(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Choose("error-body=status-only") // 18 bytes
	for rule, want := range map[string]string{
		`{"cut_after":18}`:  "",
		`{"cut_after":900}`: "",
		`{"cut_after":17}`:  "a body cut after 17 bytes",
	} {
		f.SetFault(rule)
		func() {
			defer func() { _ = recover() }() // a cut closes the connection
			f.ListInvitations("?page=x")
		}()
		e := f.Control("GET", fmt.Sprintf("journal/%d", f.Home().Journal().Last()), "")
		if got := e.Get("fault").Str; got != want {
			t.Errorf("%s: the journal says %q, want %q", rule, got, want)
		}
		f.Control("DELETE", "faults", "")
	}
}

func TestAForkHasItsParentsFaultsAndItsOwnCounters(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SetFault(`{"when":{"first":1},"status":503}`)
	f.ListInvitations("")
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	codes := func() (all []int) {
		for range 2 {
			all = append(all, f.Do("GET", "/s/fork"+testkit.InvitationsPath, "", testkit.Bearer(f.TestData().PersonalToken)).Code)
		}
		return all
	}
	if got := fmt.Sprint(codes()); got != "[503 200]" {
		t.Errorf("the fork responds %s", got)
	}
	f.Control("DELETE", "faults", "")
	f.Control("POST", "faults?sandbox=fork", `{"operation":"`+spec.ListTopics+`","reset":true}`)
	if err := f.Hub().Reset("fork"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(codes(), f.Control("GET", "faults?sandbox=fork", "").Get("faults.#.id")); got != "[503 200] [1]" {
		t.Errorf("after a reset it responds, with its faults, %s", got)
	}
}

func TestAStrictFakeRejectsWhatIsOutsideTheContract(t *testing.T) {
	f := testkit.OpenStrict(t)
	for _, c := range []struct {
		a    testkit.Response
		code int
		says string
	}{
		{f.ListInvitations("?per_page=100&unknown=1"), 200, ""},
		{f.PostSegment(f.SegmentBody()), 201, ""},
		{f.PostSegment(f.SegmentBody("size", "3")), 201, ""},
		{f.ListInvitations("?per_page=101"), 400, "outside the contract: query per_page: expected a number, at most 100, found 101"},
		{f.Do("GET", testkit.InvitationsPath, ""), 400, "outside the contract: header Authorization: expected Bearer and an access token, found no such header"},
		{f.PostSegment(f.SegmentBody("name", "")), 400, "outside the contract: body /name: expected a string, found no such member"},
		{f.PostSegment(f.SegmentBody("molecules", `["AND","OR"]`)), 400, "outside the contract: body /molecules/1: expected no second Operation Molecule"},
		{f.Do("GET", "/favicon.ico", ""), 404, ""},
		{f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer(f.TestData().WorkspaceToken)), 403, "a workspace's token does not open this"},
		{f.Do("GET", "/api/v1/nothing", ""), 400, "outside the contract: path: expected a path"},
		{f.PostSegment(strings.Repeat(" ", 1<<20) + "{}"), 413, "larger"},
	} {
		if c.a.Code != c.code || !strings.HasPrefix(c.a.Get("message").Str, c.says) && c.code != 413 {
			t.Errorf("%s, want %d %s", c.a, c.code, c.says)
		}
	}
	j := f.Control("GET", "journal?status=400", "")
	if got := j.Get("exchanges.#").Int(); got != 5 || j.Get("exchanges.0.rejected").Str != "query per_page: expected a number, at most 100, found 101" {
		t.Errorf("the journal has %s", j)
	}
	if got := f.Control("GET", "journal/findings", "").Get("rejected").Int(); got != 5 {
		t.Errorf("the findings count %d rejections", got)
	}
}

func TestAFaultCarriesAWholeResponse(t *testing.T) {
	f := testkit.OpenControlled(t)
	for rule, want := range map[string]struct {
		code              int
		contentType, body string
	}{
		`{"status":200,"body":{"status":"success","data":[]}}`:                                {200, "application/json", `{"status":"success","data":[]}`},
		`{"status":502,"body":"<h1>Bad Gateway</h1>","headers":{"Content-Type":"text/html"}}`: {502, "text/html", "<h1>Bad Gateway</h1>"},
		`{"status":204,"body":""}`:     {204, "text/plain; charset=utf-8", ""},
		`{"status":503,"body":"down"}`: {503, "text/plain; charset=utf-8", "down"},
		`{"status":429,"body":null,"headers":{"X-Reason":"limit"},"when":{"first":1},"retry_after":5}`: {429, "application/json", "null"},
	} {
		f.Control("DELETE", "faults", "")
		f.SetFault(rule)
		a := f.ListInvitations("")
		if a.Code != want.code || a.Header.Get("Content-Type") != want.contentType || strings.TrimSpace(a.Body) != want.body {
			t.Errorf("%s: %s, %v", rule, a, a.Header)
		}
	}
	f.Control("DELETE", "faults", "")
	f.SetFault(`{"status":429,"headers":{"X-Reason":"limit"},"retry_after":5}`)
	if a := f.ListInvitations(""); a.Code != 429 || a.Header.Get("X-Reason") != "limit" || a.Header.Get("Retry-After") != "5" || !strings.Contains(a.Body, "an injected fault") {
		t.Errorf("headers alone: %s, %v", a, a.Header)
	}
	for rule, want := range map[string]string{
		`{"status":200}`:                                  "status: 200 is not a failure: give 400 to 599, or a body",
		`{"status":204,"body":"x"}`:                       `body: a response with HTTP 204 has none: leave it empty, or give another status`,
		`{"status":199,"body":1}`:                         "status: 199 is out of range: give 200 to 599",
		`{"reset":true,"body":1}`:                         "body: goes with a status",
		`{"status":503,"headers":{"A b":"c"}}`:            `headers: \"A b\" is not a name of a header`,
		`{"status":503,"headers":{"A":"b\nc"}}`:           "has characters that no header may have",
		`{"status":503,"headers":{"Content-Length":"1"}}`: "the fake sets Content-Length itself",
	} {
		if a := f.Control("POST", "faults", rule); a.Code != 400 || !strings.Contains(a.Body, want) {
			t.Errorf("%s: %s, want %s", rule, a, want)
		}
	}
}
