package steps_test

import (
	"strings"
	"sync"
	"testing"

	"understudy/spec/gap"
	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

// drifts are the drifts of other variants of the independent implementation from the profile of
// the plain one. All of these are allowed: see TestEveryConformingSwitchPasses.
var drifts = map[string]string{
	"page-ends-absent": "page-ends@list-invitations zero>absent", "page-ends-null": "page-ends@list-destination-objects zero>null",
	"refuse-over-100": "per-page-over-max@list-invitations clamp>refuse", "per-page-over-max-default": "per-page-over-max@list-invitations clamp>default",
	"refuse-page-past-end": "page-past-end@list-invitations last>refuse", "page-past-end-empty": "page-past-end@list-invitations last>empty",
	"next-link": "next-link@list-invitations absent>sent", "unclaimed-null": "invitation-unclaimed@list-invitations absent>null",
	"ordinal-dates": "timestamp-form@list-invitations offset>other", "html-errors": "error-body@list-topics errors>other",
	"empty-errors": "error-body@create-segment errors>empty", "errors-200": "body-refusal-status@create-segment 422>200",
	"status-boolean": "source-status-type@read-segment-source string>boolean", "source-properties-beside": "source-properties-place@read-segment-source other>beside",
	"source-status-in-data": "source-properties-place@read-segment-source other>data-with-status",
	"source-needs-token":    "source-token@read-segment-source not-needed>needed", "strict-molecules": "attribute-type-unknown@create-segment accept>refuse",
	"strict-dataset": "dataset-unknown@create-segment accept>refuse",
	"unique-names":   "segment-name-taken@create-segment accept>refuse", "absent-optionals": "advanced-field-optional@update-destination null>absent",
	"destination-patch-200": "destination-update-code@update-destination 202>200", "destination-type-shown": "destination-type@update-destination absent>sent",
	"list-members-in-list-only": "object-list-members@update-destination present>absent", "objects-refuse-over-100": "per-page-over-max@list-destination-objects default>refuse",
	"update-after-publish-accepted": "connector-update-after-publish@update-connector refuse>accept", "republish-accepted": "connector-publish-again@publish-connector refuse>accept",
	"connector-known-types-only": "connector-definition-type@create-connector accept>refuse", "topics-200": "topics-code@list-topics 203>200",
	"topics-newest-first": "topics-order@list-topics name>newest", "topics-405-elsewhere": "topics-other-source@list-topics empty>405",
	"link-anew":            "link-again@create-segment-management-link same>new",
	"link-redirect-needed": "link-redirect-missing@create-segment-management-link accept>refuse",
	// What changes while it is read, or is observed unchanged, has not drifted.
	plain: "", "sliding": "", "growing": "", "blinking": "", "busy": "", "chunked-indented": "", "many-invitations": "", "ids-around-2-53": "", "escaped-text": "",
}

func TestDriftOfTheIndependentImplementation(t *testing.T) {
	var profile gap.Profile
	var once sync.Once
	var ids []string
	for _, l := range append(independent.Conforming, independent.Switch{ID: plain}) {
		if _, ok := drifts[l.ID]; ok {
			ids = append(ids, l.ID)
		}
	}
	probes := steps.Options{Only: func(s report.Scenario) bool { return len(s.Gaps) > 0 }}
	stepstest.InChildren(t, race.Sample(ids, 10), func(t *testing.T, id string) {
		once.Do(func() { profile = report.ProfileOf(verify(t, start(t), probes), "") })
		var switches []string
		if id != plain {
			switches = append(switches, id)
		}
		r := verify(t, start(t, switches...), probes)
		r.Calibrate(profile)
		var moved []string
		for _, d := range r.Profile.Drift {
			moved = append(moved, d.Gap+"@"+d.Operation+" "+d.Profiled+">"+d.Observed)
		}
		switch want := drifts[id]; {
		case want == "" && (len(moved) > 0 || r.Profile.Compared < 150):
			t.Errorf("%d compared, drifted: %v", r.Profile.Compared, moved)
		case want != "" && !strings.Contains(strings.Join(moved, "\n")+"\n", want+"\n"):
			t.Errorf("no %s among %v", want, moved)
		}
		if ids, reasons := failed(r); len(ids) > 0 {
			t.Errorf("failed: %v", reasons)
		}
	})
}
