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

func TestTheContractHasTheMembersOfTheDocument(t *testing.T) {
	for _, op := range spec.Operations {
		var got []string
		for _, m := range contract.Members(op.ID) {
			got = append(got, fmt.Sprintf("%s %s %s", m.Pattern, types(m.Type), m.Promise))
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
			ofAnyType := len(m.Type) == 0 && m.Required
			if !ofAnyType && (m.Nullable || !m.Required && name != "*") {
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
		t.Errorf("a body that is not JSON: %v", got)
	}
}

func TestObserveCountsTheValuesOfAMapTogether(t *testing.T) {
	body := `{"data":{"connection_details":{"account_id":"1","account_name":null,"":"x"},"objects":{"0":{"label":"no array"}}}}`
	got := contract.Observe(spec.UpdateDestination, []byte(body))
	want := map[string]contract.Seen{
		"/data": {Present: 1, NonNull: 1}, "/data/objects": {Present: 1, NonNull: 1},
		"/data/connection_details": {Present: 1, NonNull: 1}, "/data/connection_details/*": {Present: 3, NonNull: 2},
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
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
