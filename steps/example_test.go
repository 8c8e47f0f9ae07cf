package steps_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing/fstest"

	"understudy/steps"
	"understudy/steps/target"
)

// miscounted is a list of two invitations with a total_records of 1.
const miscounted = `{"status": "success", "data": [{}, {}], "pagination":
	{"total_records": 1, "per_page": 25, "prev_page": null, "page": 1, "next_page": null, "last_page": 1}}`

// A step of your own checks what the built-in ones do not: here, that total_records
// is not below the number of records shown.
func ExampleExtend() {
	vocabulary, err := steps.Extend(steps.Step{
		Keyword: "Then",
		Pattern: `^total_records is no less than the records shown$`,
		Doc:     "total_records, against the length of data.",
		Example: "total_records is no less than the records shown",
		Func: func(scene *steps.Scene) error {
			var total, shown int
			if err := scene.Read("pagination.total_records", &total); err != nil {
				return err
			}
			if err := scene.Read("data.#", &shown); err != nil {
				return err
			}
			if total < shown {
				return scene.Fail(fmt.Sprintf("at least %d", shown), fmt.Sprint(total))
			}
			return nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	scenarios := steps.Folder{Name: "scenarios", Files: fstest.MapFS{"totals.feature": {Data: []byte(`
@totals
Feature: Totals
  @promise:total-records-counts-all
  Scenario: no record is left out
    When I list the invitations
    Then the response is a success
    And total_records is no less than the records shown
`)}}}
	deployment := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, miscounted) }))
	defer deployment.Close()
	run, err := steps.Run(context.Background(), target.Target{BaseURL: deployment.URL, Tokens: target.Tokens{Workspace: "one", Personal: "another"}},
		steps.Options{Folders: []steps.Folder{scenarios}, Vocabulary: vocabulary, Tags: "@totals"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range run.Scenarios {
		fmt.Println(s.Address, s.Verdict)
		for _, f := range s.Failures {
			fmt.Printf("%s: expected %s, found %s\n", f.Promise, f.Expected, f.Actual)
		}
	}
	// Output:
	// totals#no-record-is-left-out fail
	// total-records-counts-all: expected at least 2, found 1
}
