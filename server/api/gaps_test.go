package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/gap"
)

// inspection sends a request of an operation to a fake that chose a variant for
// it, and returns what distinguishes the variants.
type inspection func(f testkit.Fake, operation string) string

// success means the code of a successful response.
const success = "success"

var wrongToken = testkit.SetHeader("Authorization", "Bearer wrong")

func code(a testkit.Response) string { return fmt.Sprint(a.Code) }

// query sends the plain request with a query, and shows the code and a path of
// the response.
func query(text, path string) inspection {
	return func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path += text
		a := f.Send(r)
		if a.Code != http.StatusOK {
			return code(a)
		}
		return code(a) + " " + a.Get(path).Raw
	}
}

// each shows what several inspections show.
func each(all ...inspection) inspection {
	return func(f testkit.Fake, operation string) string {
		var seen []string
		for _, see := range all {
			seen = append(seen, see(f, operation))
		}
		return strings.Join(seen, "|")
	}
}

func edited(edits ...testkit.Edit) inspection {
	return func(f testkit.Fake, operation string) string { return code(f.Send(f.Request(operation), edits...)) }
}

func bodied(body string) inspection {
	return func(f testkit.Fake, operation string) string { return code(f.Call(operation, body)) }
}

func posted(replacements ...string) inspection {
	return func(f testkit.Fake, _ string) string { return code(f.PostSegment(f.SegmentBody(replacements...))) }
}

// elsewhere replaces an id of the path by an unknown one.
func elsewhere(from, to string) inspection {
	return func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = regexp.MustCompile(from).ReplaceAllString(r.Path, to)
		return code(f.Send(r))
	}
}

// timestampForm shows the first timestamp of a response, its digits as zeros.
func timestampForm(f testkit.Fake, operation string) string {
	a := f.Call(operation, "")
	stamp := regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`).FindString(a.Body)
	return regexp.MustCompile(`\d`).ReplaceAllString(stamp, "0")
}

func molecule(attributeType, operator string) string {
	return fmt.Sprintf(`[{"attribute":"a","attribute_type":%q,"operator":%q,"value":1}]`, attributeType, operator)
}

// statuses are variants that are named after the codes that they show.
func statuses(codes ...string) map[string]string {
	want := map[string]string{}
	for _, c := range codes {
		want[c] = c
	}
	return want
}

// emptyList requests a list without records.
func emptyList(f testkit.Fake, operation string) testkit.Response {
	if operation == spec.ListInvitations {
		return testkit.Open(f.TB, testkit.EmptyOptions(f)).ListInvitations("")
	}
	return f.Get(f.DestinationPath(f.TestData().EmptyDestinationID) + "/objects")
}

// objectMember shows a path of the first object, oldest first.
func objectMember(f testkit.Fake, operation, path string) string {
	r := f.Request(operation)
	if operation == spec.ListDestinationObjects {
		r.Path += "?order=asc"
		return f.Send(r).Get("data.0." + path).Raw
	}
	return f.Send(r).Get("data.objects.0." + path).Raw
}

// configurationMember shows a member of a field that has neither hint,
// conditions nor possible values.
func configurationMember(f testkit.Fake, operation, member string) string {
	return fresh(f).Call(operation, "").Get(`data.configuration_fields.fields.@reverse.#(is_password_type_field==` + plainField[operation] + `).` + member).Raw
}

// plainField reports whether the field to inspect is a secret one.
var plainField = map[string]string{spec.UpdateConnector: "false", spec.CreateConnector: "true", spec.PublishConnector: "true"}

// fresh returns the fake as it was opened, with its choice.
func fresh(f testkit.Fake) testkit.Fake { reset(f); return f }

// reset undoes what was written, and keeps the choice.
func reset(f testkit.Fake) {
	choice := f.Home().Choice()
	f.Home().Reset()
	f.Home().SetChoice(choice)
}

// afterPublishing sends a plain request after its connector was published.
func afterPublishing(f testkit.Fake, operation string) testkit.Response {
	f.Helper()
	r := f.Request(operation)
	connector := strings.Split(r.Path, "/")[4]
	if a := f.Do("PUT", "/api/v1/connectors/"+connector+"/publish_to_organization", "", testkit.Bearer(r.Token)); a.Code != 200 {
		f.Fatal(a)
	}
	return f.Send(r)
}

// wanted returns what a variant shows on an operation.
func wanted(shows, operation string) string {
	if shows != success {
		return shows
	}
	if operation == spec.CreateSegment || operation == spec.CreateLink {
		return "201"
	}
	return "200"
}

// see opens a fake with a choice and shows the variant of a gap on an operation.
func see(t *testing.T, id, operation string, choice ...string) string {
	t.Helper()
	if id == "destination-untested" {
		choice = append(choice, "destination-retest=kept")
	}
	return appearances[id].see(testkit.OpenChoosing(t, choice...), operation)
}

func TestEveryVariantShowsAsTheRegistrySays(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		row, ok := appearances[g.ID]
		if !ok {
			t.Errorf("gap %s: appearances has no row for it", g.ID)
			continue
		}
		for _, v := range g.Variants {
			t.Run(g.ID+"="+v.ID, func(t *testing.T) {
				shows, ok := row.want[v.ID]
				if !ok {
					t.Fatal("appearances does not say what it shows")
				}
				for _, operation := range g.Operations {
					if got, want := see(t, g.ID, operation, g.ID+"="+v.ID), wanted(shows, operation); got != want {
						t.Errorf("%s shows %q, want %q", operation, got, want)
					}
				}
			})
		}
		for _, operation := range g.Operations {
			if got, want := see(t, g.ID, operation), wanted(row.want[g.Default], operation); got != want {
				t.Errorf("gap %s: without a choice %s shows %q, want the default's %q", g.ID, operation, got, want)
			}
		}
	}
}

func TestEveryVariantShowsOnEachOfItsOperations(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() || len(g.Operations) < 2 {
			continue
		}
		want := appearances[g.ID].want
		for _, operation := range g.Operations {
			for _, v := range g.Variants {
				if got := see(t, g.ID, operation, g.ID+"@"+operation+"="+v.ID); got != wanted(want[v.ID], operation) {
					t.Errorf("%s on %s shows %q, want %q", g.ID+"="+v.ID, operation, got, want[v.ID])
				}
			}
			// What another operation was given must not show here.
			v := g.Variants[len(g.Variants)-1]
			if v.ID == g.Default {
				v = g.Variants[0]
			}
			choice := []string{}
			for _, o := range g.Operations {
				if o != operation {
					choice = append(choice, g.ID+"@"+o+"="+v.ID)
				}
			}
			if got := see(t, g.ID, operation, choice...); got != wanted(want[g.Default], operation) {
				t.Errorf("%s=%s on the others shows %q on %s, want %q", g.ID, v.ID, got, operation, want[g.Default])
			}
		}
	}
}

func TestTheFormsOfATimestampAreOneInstant(t *testing.T) {
	for variant, want := range map[string]string{
		"milliseconds": "2023-10-02T12:25:05.547Z|2024-03-11T10:02:17.480Z|2024-03-11T10:02:17.480Z",
		"seconds":      "2023-10-02T12:25:05Z|2024-03-11T10:02:17Z|2024-03-11T10:02:17Z",
		"offset":       "2023-10-02T14:25:05+02:00|2024-03-11T12:02:17+02:00|2024-03-11T12:02:17+02:00",
	} {
		f := testkit.OpenChoosing(t, "timestamp-form="+variant)
		const segment = "/api/v1/sources/4120/filter_segments/2301"
		got := f.ListInvitations("?order=asc").Get("data.0.created_at").Str + "|" + f.Get(segment).Get("data.created_at").Str +
			"|" + f.Get(segment+"/source_status").Get("created_at").Str
		if got != want {
			t.Errorf("%s: %s, want %s", variant, got, want)
		}
	}
}

func TestTheBodyForAnUnknownSegment(t *testing.T) {
	for variant, want := range map[string]string{
		"word": `{"status":"not_found"}`, "integer": `{"status":404}`, "error": `{"status":"error","message":"no segment \"1\" on source 4120: it has segment 2304"}`,
	} {
		f := testkit.OpenChoosing(t, "not-found-body="+variant)
		if got := f.Get(f.SegmentsPath() + "/1").Body; got != want {
			t.Errorf("%s: %s, want %s", variant, got, want)
		}
	}
}

func TestARejectionWithHTTP200HasTheStatusError(t *testing.T) {
	f := testkit.OpenChoosing(t, "body-refusal-status=200", "error-body=status-only")
	if got := f.PostSegment(f.SegmentBody("name", "")).String(); got != `200 {"status":"error"}` {
		t.Error(got)
	}
}

func TestAChoiceHoldsForItsOperationOnly(t *testing.T) {
	f := testkit.OpenChoosing(t, "error-body@create-segment=empty", "content-type@list-invitations=vendor")
	if got := f.ListInvitations("?page=-1"); got.Body == "" || got.Header.Get("Content-Type") != "application/vnd.api+json" {
		t.Errorf("the list fails with %s", got)
	}
	if got := f.PostSegment("{"); got.Body != "" {
		t.Errorf("the creation fails with %s", got)
	}
}

func TestATwinHoldsWhereAGapDoesNotArise(t *testing.T) {
	f := testkit.OpenChoosing(t, "object-lookup@update-destination=empty", "object-list-members=present", "configuration-fields-shown=editable", "timestamp-form@get-segment=seconds")
	f.Advance(time.Second)
	if got := f.Get(f.DestinationPath(f.TestData().DestinationID)).Get("data.objects.0"); got.Get("fields.0.lookup_object").Raw != `""` || !got.Get("is_audience_destination").Exists() {
		t.Errorf("the retrieval of a destination differs from its update: %s", got)
	}
	if got := f.Call(spec.UpdateConnector, "").Body; strings.Contains(got, `"firmware"`) {
		t.Errorf("an update shows what a creation would hide: %s", got)
	}
}
