package contract_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/spec/contract"
)

func TestABodyThatIsNotOneSoundJSONValueBreaksOnlyThat(t *testing.T) {
	sound := string(page(2))
	deep := strings.Repeat("[", 200_000)
	for _, c := range []struct{ rule, body, pointer, found string }{
		{"nothing", "", "", "an empty body"},
		{"white space", " \r\n\t", "", "an empty body"},
		{"HTML", "<html></html>", "", `'<' at byte 0`},
		{"a byte order mark", "\uFEFF" + sound, "", "a byte order mark before it"},
		{"the end too early", sound[:100], "", "the end after 100 bytes"},
		{"a comma too many", `{"status":true,}`, "", `',' at byte 14`},
		{"a comment", `{"status":true/**/}`, "", `'/' at byte 14`},
		{"a number with a leading zero", `{"status":01}`, "", `'1' at byte 11`},
		{"NaN", `{"status":NaN}`, "", `'N' at byte 10`},
		{"a word after the value", sound + "ok", "", "more at byte"},
		{"a second value", sound + sound, "", "more at byte"},
		{"a NUL after the value", sound + "\x00", "", "more at byte"},
		{"Latin-1", strings.Replace(sound, "someone1", "som\xe9one", 1), "", "bytes that are not UTF-8"},
		{"an overlong encoding", strings.Replace(sound, "someone1", "\xc0\xaf", 1), "", "bytes that are not UTF-8"},
		{"a member twice", strings.Replace(sound, `"role"`, `"id":1,"role"`, 1), "/data/0/id", `"id" twice`},
		{"a member twice, once escaped", `{"status":true,"st\u0061tus":true}`, "/status", `"status" twice`},
		{"an unknown member twice", `{"a":{"b~/":1,"b~/":1}}`, "/a/b~0~1", `"b~/" twice`},
		{"arrays without end", deep, "", "'[' at byte"},
		{"arrays of a vast depth", deep + strings.Repeat("]", len(deep)), "", "'[' at byte"},
	} {
		got := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: []byte(c.body)})
		if len(got) != 1 || got[0].Promise != "bodies-are-json" || !strings.HasPrefix(got[0].Found, c.found) || got[0].Expected == "" {
			t.Errorf("%s: got %+v, want found %s", c.rule, got, c.found)
			continue
		}
		if c.pointer != "" && got[0].Pointer != c.pointer {
			t.Errorf("%s: at %s, want %s", c.rule, got[0].Pointer, c.pointer)
		}
	}
}

func TestBytesThatJSONAllowsAreAllowed(t *testing.T) {
	sound := string(page(2))
	for rule, body := range map[string]string{
		"white space around":       "\r\n\t " + sound + " \r\n",
		"an escaped letter":        strings.Replace(sound, `"email"`, `"em\u0061il"`, 1),
		"half a surrogate pair":    strings.Replace(sound, `"member"`, `"\ud800"`, 1),
		"one name on two levels":   strings.Replace(sound, `"status"`, `"id":{"id":{"id":1}},"status"`, 1),
		"names of different case":  strings.Replace(sound, `"status"`, `"Status":1,"status"`, 1),
		"a NUL that is escaped":    strings.Replace(sound, `"member"`, `"\u0000"`, 1),
		"extra members of a depth": strings.Replace(sound, `"status"`, `"x":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+`,"status"`, 1),
	} {
		if vs := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: []byte(body)}); vs != nil {
			t.Errorf("%s: %+v", rule, vs)
		}
	}
}

func TestAnIntegerHasNoFraction(t *testing.T) {
	for lexeme, allowed := range map[string]bool{
		"0": true, "-0": true, "-7": true, "1.0": true, "1e3": true, "1E+3": true, "12.50e1": true, "100e-2": true, "0e-9": true,
		"9007199254740993": true, "12345678901234567890": true, "0.0e-5": true,
		"1e999999999": true, "1e99999999999999999999": true, "0e999999999": true, "0e-999999999": true,
		"1" + strings.Repeat("0", 5000): true, "1" + strings.Repeat("0", 5000) + "e-5000": true, "1." + strings.Repeat("0", 5000): true,
		"1.5": false, "0.1": false, "1e-3": false, "12.55e1": false, "-0.5": false,
		"9007199254740993.5": false, "123456789012345678901.5": false, "1" + strings.Repeat("0", 5000) + "e-5001": false,
		"1e-999999999": false, "1e-99999999999999999999": false, "1." + strings.Repeat("0", 5000) + "1": false,
	} {
		body := strings.Replace(string(page(1)), `"id":0,"email"`, `"id":`+lexeme+`,"email"`, 1)
		began := time.Now()
		vs := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: []byte(body)})
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%.30s took %s", lexeme, took)
		}
		if allowed && vs != nil || !allowed && !blames(vs, "invitation-id", "/data/0/id") {
			t.Errorf("%.30s: allowed is %v, got %+v", lexeme, allowed, vs)
		}
	}
}

func TestNoBodyMakesCheckPanic(t *testing.T) {
	for _, body := range []string{"{", "[", "\"", "{\"a\"", "{\"a\":", "{1:2}", "}", "]", "-", "\\", "tru", "[1,", "{,}", "[[[]]"} {
		vs := contract.Check(spec.GetSegment, contract.Response{Status: 200, Body: []byte(body)})
		if !slices.ContainsFunc(vs, func(v contract.Violation) bool { return v.Promise == "bodies-are-json" }) {
			t.Errorf("%s: %+v", body, vs)
		}
	}
}

func FuzzCheckNeverPanics(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for op, s := range samples {
			contract.Check(op, contract.Response{Status: s.status, Body: body})
			contract.Observe(op, body)
		}
	})
}

// TestABodyHasABoundedNumberOfFaults checks a page of very many broken records:
// the promises are those of a short page, and the number of faults is limited.
func TestABodyHasABoundedNumberOfFaults(t *testing.T) {
	page := func(records int) map[string]int {
		body := `{"status":"success","pagination":{},"data":[` + strings.Repeat(`{"id":"1"},`, records) + `{}]}`
		faults := map[string]int{}
		for _, v := range contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: []byte(body)}) {
			faults[v.Promise]++
		}
		return faults
	}
	few, many := page(1), page(1000)
	for promise, n := range many {
		if n > 1000 || few[promise] == 0 {
			t.Errorf("%s: %d faults, and %d of a page of two records", promise, n, few[promise])
		}
	}
	if len(few) != len(many) || len(few) < 5 {
		t.Errorf("a short page breaks %d promises, a long one %d", len(few), len(many))
	}
}

func TestAResponseWithoutContentLacksWhatTheOperationShows(t *testing.T) {
	for operation, promise := range map[string]string{
		spec.ReadSegmentSource: "segment-source-status",
		spec.ListTopics:        "bodies-are-json",
		spec.UpdateDestination: "bodies-are-json",
	} {
		got := contract.Check(operation, contract.Response{Status: 204})
		if len(got) != 1 || got[0].Promise != promise || got[0].Found != "HTTP 204, which has no body" {
			t.Errorf("%s: %+v", operation, got)
		}
	}
}
