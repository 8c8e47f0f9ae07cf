package contract_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// document is what the API document's tables list for these answers, kept by
// hand: place, JSON type, and the promise that we registered for it.
var document = map[string][]string{
	spec.CreateSegment: {
		"/status string created-segment-status",
		"/data object created-segment-data",
		"/data/id integer created-segment-id",
		"/filter_segment_source_url string created-segment-source-url",
	},
	spec.ReadSegmentSource: {
		"/status boolean,string segment-source-status",
	},
	spec.GetSegment: nil,
	spec.ListInvitations: {
		"/status string list-status-success",
		"/pagination object list-pagination",
		"/pagination/total_records integer pagination-integers",
		"/pagination/per_page integer pagination-integers",
		"/pagination/prev_page integer pagination-integers",
		"/pagination/page integer pagination-integers",
		"/pagination/next_page integer pagination-integers",
		"/pagination/last_page integer pagination-integers",
		"/data array list-data",
		"/data/* object list-data",
		"/data/*/id integer invitation-id",
		"/data/*/email string invitation-email",
		"/data/*/created_at string invitation-created-at",
		"/data/*/created_by_id integer invitation-created-by-id",
		"/data/*/claimed_at string invitation-claimed-at",
		"/data/*/claimed_by_id integer invitation-claimed-by-id",
		"/data/*/role string invitation-role",
		"/data/*/associated_workspace_invitations array invitation-workspace-invitations",
		"/data/*/associated_workspace_invitations/* object invitation-workspace-invitations",
		"/data/*/associated_workspace_invitations/*/id integer invitation-workspace-invitations",
		"/data/*/associated_workspace_invitations/*/workspace_id integer invitation-workspace-invitations",
		"/data/*/associated_workspace_invitations/*/role string invitation-workspace-invitations",
	},
}

func TestTheContractHasTheMembersOfTheDocument(t *testing.T) {
	for _, op := range spec.Operations {
		var got []string
		for _, m := range contract.Members(op.ID) {
			got = append(got, fmt.Sprintf("%s %s %s", m.Pattern, strings.Join(m.Type, ","), m.Promise))
			if m.Operation != op.ID {
				t.Errorf("%s: %s is said to be of %s", op.ID, m.Pattern, m.Operation)
			}
		}
		if want, ok := document[op.ID]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", op.ID, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

func TestLenienceIsExactlyWhatTheExceptionsAllow(t *testing.T) {
	want := map[string]string{}
	for _, e := range gap.Exceptions {
		want[e.Schema+"."+e.Member] = fmt.Sprint(slices.Contains(e.Allows, gap.Null), slices.Contains(e.Allows, gap.Absent))
	}
	got := map[string]string{}
	for _, op := range spec.Operations {
		for _, m := range contract.Members(op.ID) {
			name := m.Pattern[strings.LastIndex(m.Pattern, "/")+1:]
			if m.Nullable || !m.Required && name != "*" {
				got[m.Schema+"."+name] = fmt.Sprint(m.Nullable, !m.Required)
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("null and absent in the contract %v, in the exceptions %v", got, want)
	}
}

func TestObserveCountsMembersByPattern(t *testing.T) {
	body := `{"status":"success","pagination":{"page":1,"next_page":null},"next":1,"data":[
		{"id":1,"claimed_at":null,"associated_workspace_invitations":[{"id":1},{"id":2,"role":null}]},
		{"id":2,"claimed_at":"x","extra":0,"associated_workspace_invitations":[]}, 7]}`
	got := contract.Observe(spec.ListInvitations, []byte(body))
	const workspace = "/data/*/associated_workspace_invitations"
	want := map[string]contract.Seen{
		"/status": {Present: 1, NonNull: 1}, "/pagination": {Present: 1, NonNull: 1},
		"/pagination/page": {Present: 1, NonNull: 1}, "/pagination/next_page": {Present: 1},
		"/data": {Present: 1, NonNull: 1}, "/data/*": {Present: 3, NonNull: 3},
		"/data/*/id": {Present: 2, NonNull: 2}, "/data/*/claimed_at": {Present: 2, NonNull: 1},
		workspace: {Present: 2, NonNull: 2}, workspace + "/*": {Present: 2, NonNull: 2},
		workspace + "/*/id": {Present: 2, NonNull: 2}, workspace + "/*/role": {Present: 1},
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if got := contract.Observe(spec.ListInvitations, []byte("<html>")); len(got) != 0 {
		t.Errorf("a body that is no JSON: %v", got)
	}
}

func TestASampleShowsEveryMember(t *testing.T) {
	for op, s := range samples {
		seen := contract.Observe(op, []byte(s.body))
		for _, m := range contract.Members(op) {
			if seen[m.Pattern].NonNull == 0 {
				t.Errorf("%s: the sample lacks %s", op, m.Pattern)
			}
		}
	}
}
