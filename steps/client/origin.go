package client

import (
	"net/url"
)

// SameOrigin reports whether a URL lies on base_url's origin.
func (c *Client) SameOrigin(u *url.URL) bool { return sameOrigin(u, c.base) }

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && a.Hostname() == b.Hostname() && port(a) == port(b)
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
