package variant

import (
	"maps"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/pattern"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// What responses of several resources show.

// successCode recognises the HTTP code of a response.
func successCode(s Seen) (string, string, error) {
	return strconv.Itoa(s.Response.Status), s.Response.Outcome(), nil
}

// noResource skips a response that shows no resource.
func noResource(e *client.Exchange) error {
	if !e.Accepted() || !e.IsJSON() {
		return outcome.Skip(report.MissingTestData, "the response shows no resource: %s", e.Outcome())
	}
	return nil
}

// memberSent recognises whether the text at a path is present.
func memberSent(path string) recogniser {
	return func(s Seen) (string, string, error) {
		if err := noResource(s.Response); err != nil {
			return "", "", err
		}
		v := s.Response.Get(path)
		switch {
		case !v.Exists():
			return "absent", path + " is not there", nil
		case v.Type == gjson.String:
			return "sent", path + " is there", nil
		}
		return "", path + " is " + v.Raw, nil
	}
}

// forms are the forms that some members of a response have.
type forms map[string]bool

// unset adds the form of a member without a value, absent or null, and reports
// whether it is one.
func (f forms) unset(v gjson.Result) bool {
	if v.Type == gjson.Null {
		f[unsetForm(v)] = true
	}
	return v.Type == gjson.Null
}

func unsetForm(v gjson.Result) string {
	if v.Exists() {
		return "null"
	}
	return "absent"
}

// only recognises the one form that all of the members have. If there are no
// members, it skips with the given reason.
func (f forms) only(none string) (string, string, error) {
	all := slices.Sorted(maps.Keys(f))
	switch len(all) {
	case 0:
		return "", "", outcome.Skip(report.NoItemSeen, "%s", none)
	case 1:
		return all[0], all[0], nil
	}
	return "", strings.Join(all, " and "), nil
}

func contentType(s Seen) (string, string, error) {
	text := s.Response.Header.Get("Content-Type")
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
	expr    func() *regexp.Regexp
}{
	{"milliseconds", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)},
	{"seconds", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)},
	{"offset", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$`)},
}

// timestampForm checks every timestamp of the response.
func timestampForm(s Seen) (string, string, error) {
	examples := map[string]string{} // by form
	s.eachMember(s.Response.JSON(), func(name string, v gjson.Result) {
		switch name {
		case "created_at", "updated_at", "expiration", "last_tested_at":
			if v.Type == gjson.String {
				examples[formOf(v.String())] = v.String()
			}
		}
	})
	switch len(examples) {
	case 0:
		return "", "", outcome.Skip(report.NoItemSeen, "the response has no timestamp")
	case 1:
		for form, example := range examples {
			return form, example, nil
		}
	}
	return "", "timestamps of several forms", nil
}

// eachMember visits every member of every object in a value, until the run is
// interrupted: each level is parsed again.
func (s Seen) eachMember(v gjson.Result, visit func(name string, v gjson.Result)) {
	v.ForEach(func(k, e gjson.Result) bool {
		if v.IsObject() {
			visit(k.String(), e)
		}
		if e.IsObject() || e.IsArray() {
			s.eachMember(e, visit)
		}
		return s.ctx.Err() == nil
	})
}

func formOf(timestamp string) string {
	for _, f := range timestampForms {
		if f.expr().MatchString(timestamp) {
			return f.variant
		}
	}
	return ""
}
