package client

import (
	"net/url"
	"testing"
)

func TestAnOriginIsItsSchemeHostAndPort(t *testing.T) {
	for other, want := range map[string]bool{
		"http://api.example.com/elsewhere": true,
		"http://API.Example.COM":           true,
		"http://api.example.com:80":        true,
		"https://api.example.com":          false,
		"http://api.example.com:8080":      false,
		"http://api.example.com.evil.test": false,
		"http://example.com":               false,
		"http://παράδειγμας.example":       false,
	} {
		base, _ := url.Parse("http://api.example.com/base")
		u, err := url.Parse(other)
		if err != nil {
			t.Fatal(err)
		}
		if got := sameOrigin(u, base); got != want {
			t.Errorf("%s: %v, want %v", other, got, want)
		}
	}
}
