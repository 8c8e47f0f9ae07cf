package client

import (
	"net/url"
	"strings"
)

// SameOrigin reports whether a URL lies on base_url's origin.
func (c *Client) SameOrigin(u *url.URL) bool { return sameOrigin(u, c.base) }

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && lowerASCII(a.Hostname()) == lowerASCII(b.Hostname()) && port(a) == port(b)
}

// lowerASCII writes the letters of ASCII as small ones: other letters that differ in their case may be those of another host.
func lowerASCII(host string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, host)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
