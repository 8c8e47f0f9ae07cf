package contract_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/spec/contract"
)

// page returns the body of a list of n invitations, as a deployment writes it.
func page(n int) []byte {
	var records []string
	for i := range n {
		records = append(records, fmt.Sprintf(`{"id":%d,"email":"someone%d@example.com","created_at":"2024-05-01T09:30:00.000Z",`+
			`"created_by_id":3,"claimed_at":"2024-05-02T10:00:00.000Z","claimed_by_id":%d,"role":"member",`+
			`"associated_workspace_invitations":[{"id":%d,"workspace_id":2,"role":"admin"}]}`, i, i, i+100, i))
	}
	return fmt.Appendf(nil, `{"status":"success","pagination":%s,"data":[%s]}`, pagination, strings.Join(records, ","))
}

// objectsPage returns the body of a list of n destination objects, in which every
// member is set.
func objectsPage(n int) []byte {
	records := strings.Join(slices.Repeat([]string{anObject}, n), ",")
	return fmt.Appendf(nil, `{"status":"success","pagination":%s,"data":[%s]}`, pagination, records)
}

// pages are the bodies that the benchmarks check.
var pages = map[string][]byte{spec.ListInvitations: page(25), spec.ListDestinationObjects: objectsPage(25)}

// BenchmarkCheckOfAPage also reports how many times as long as json.Unmarshal
// of the same bytes a check takes.
func BenchmarkCheckOfAPage(b *testing.B) {
	for op, body := range pages {
		b.Run(op, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if vs := contract.Check(op, contract.Response{Status: 200, Body: body}); vs != nil {
					b.Fatal(vs)
				}
			}
			b.ReportMetric(unmarshals(b, op, body), "unmarshals/op")
		})
	}
}

// BenchmarkUnmarshalOfAPage measures json.Unmarshal of the same bodies, for
// comparison.
func BenchmarkUnmarshalOfAPage(b *testing.B) {
	for op, body := range pages {
		b.Run(op, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				unmarshal(b, body)
			}
		})
	}
}

// unmarshals returns the time of a check, in units of one json.Unmarshal of the
// same body. The two take turns, so that both meet the same load, and the
// median counts.
func unmarshals(b *testing.B, op string, body []byte) float64 {
	const turns, each = 21, 20
	var ratios []float64
	for range turns {
		start := time.Now()
		for range each {
			contract.Check(op, contract.Response{Status: 200, Body: body})
		}
		checked := time.Now()
		for range each {
			unmarshal(b, body)
		}
		ratios = append(ratios, float64(checked.Sub(start))/float64(time.Since(checked)))
	}
	slices.Sort(ratios)
	return ratios[turns/2]
}

func unmarshal(b *testing.B, body []byte) {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkObserveOfAPage(b *testing.B) {
	for op, body := range pages {
		b.Run(op, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				contract.Observe(op, body)
			}
		})
	}
}
