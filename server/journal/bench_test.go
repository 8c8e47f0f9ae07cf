package journal_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
)

// BenchmarkTheJournalIsShown reads a full journal of lists of 100, with the
// default limit for bodies.
func BenchmarkTheJournalIsShown(b *testing.B) {
	w := fixtures.Default()
	one := w.Invitations[0]
	for i := range 100 {
		one.ID, one.Email = int64(100_000+i), fmt.Sprintf("reader-%d@example.com", i)
		w.Invitations = append(w.Invitations, one)
	}
	f := testkit.Open(b, server.Options{Control: true, World: w})
	for range 1000 {
		if a := f.ListInvitations("?per_page=100"); a.Code != 200 || len(a.Body) < 16<<10 {
			b.Fatal(a)
		}
	}
	for name, path := range map[string]string{"journal": "journal?limit=1000", "HAR": "journal.har", "findings": "journal/findings", "console": ""} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if a := f.Control("GET", path, ""); a.Code != 200 {
					b.Fatal(a)
				}
			}
		})
	}
}

// BenchmarkAHostileJournalIsShown reads a full journal of requests whose
// header, query and body have the maximum length and are full of possible
// secrets.
func BenchmarkAHostileJournalIsShown(b *testing.B) {
	for name, part := range map[string]string{"parameters": "token=a&", "escapes": "%25", "userinfo": "//a@", "slashes": "/", "words": "auth-key+", "brackets": "["} {
		f := testkit.Open(b, server.Options{Control: true})
		of := func(size int) string { return strings.Repeat(part, size/len(part)) }
		for range 1000 {
			f.Do("POST", "/api/v1/nothing?"+of(44_000), of(16<<10), testkit.AddHeader("X-Note", of(15_000)))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if a := f.Control("GET", "journal?limit=1000", ""); a.Code != 200 {
					b.Fatal(a)
				}
			}
		})
	}
}
