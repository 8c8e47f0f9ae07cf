package server_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
)

// BenchmarkTheJournalIsShown reads a full journal of lists of 100, of which it
// keeps the default of each body.
func BenchmarkTheJournalIsShown(b *testing.B) {
	w := fixtures.Default()
	one := w.Invitations[0]
	for i := range 100 {
		one.ID, one.Email = int64(100_000+i), fmt.Sprintf("reader-%d@example.com", i)
		w.Invitations = append(w.Invitations, one)
	}
	f := open(b, server.Options{Control: true, World: w})
	for range 1000 {
		if a := f.list("?per_page=100"); a.code != 200 || len(a.body) < 16<<10 {
			b.Fatal(a)
		}
	}
	for name, path := range map[string]string{"journal": "journal?limit=1000", "HAR": "journal.har", "findings": "journal/findings", "console": ""} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if a := f.control("GET", path, ""); a.code != 200 {
					b.Fatal(a)
				}
			}
		})
	}
}

// BenchmarkAFullHeaderIsShown reads a full journal of requests with headers that
// are as long as a fake takes them, and full of what may hide a secret.
func BenchmarkAFullHeaderIsShown(b *testing.B) {
	for name, part := range map[string]string{"parameters": "token=a&", "escapes": "%25", "userinfo": "//a@", "slashes": "/", "words": "auth-key "} {
		f := open(b, server.Options{Control: true})
		for range 1000 {
			f.do("GET", "/api/v1/nothing", "", header("X-Note", strings.Repeat(part, 60_000/len(part))))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if a := f.control("GET", "journal?limit=1000", ""); a.code != 200 {
					b.Fatal(a)
				}
			}
		})
	}
}
