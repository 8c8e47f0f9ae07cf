package contract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
)

// page is the body of a list of n invitations, as a deployment writes it.
func page(n int) []byte {
	var records []string
	for i := range n {
		records = append(records, fmt.Sprintf(`{"id":%d,"email":"someone%d@example.com","created_at":"2024-05-01T09:30:00.000Z",`+
			`"created_by_id":3,"claimed_at":"2024-05-02T10:00:00.000Z","claimed_by_id":%d,"role":"member",`+
			`"associated_workspace_invitations":[{"id":%d,"workspace_id":2,"role":"admin"}]}`, i, i, i+100, i))
	}
	return fmt.Appendf(nil, `{"status":"success","pagination":{"total_records":1000,"per_page":%d,"prev_page":1,"page":2,`+
		`"next_page":3,"last_page":40},"data":[%s]}`, n, strings.Join(records, ","))
}

func BenchmarkCheckOfAPage(b *testing.B) {
	a := contract.Answer{Status: 200, Body: page(25)}
	b.SetBytes(int64(len(a.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if vs := contract.Check(spec.ListInvitations, a); vs != nil {
			b.Fatal(vs)
		}
	}
}

// BenchmarkUnmarshalOfAPage is what BenchmarkCheckOfAPage is measured against.
func BenchmarkUnmarshalOfAPage(b *testing.B) {
	body := page(25)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			b.Fatal(err)
		}
	}
}
