package client

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The limits of the cookies that are remembered: how many, and how long each may be.
const (
	mostCookies   = 50
	longestCookie = 4096
)

// noteCookies remembers the cookies that a response sets, by their names.
func (c *Client) noteCookies(u *url.URL, resp *http.Response) {
	if !c.SameOrigin(u) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cookie := range resp.Cookies() {
		_, known := c.cookies[cookie.Name]
		switch {
		case cookie.MaxAge < 0 || cookie.Value == "":
			delete(c.cookies, cookie.Name)
		case len(cookie.Name)+len(cookie.Value) <= longestCookie && (known || len(c.cookies) < mostCookies):
			c.cookies[cookie.Name] = cookie.Value
		}
	}
}

// HasCookies reports whether a response of the run set a cookie.
func (c *Client) HasCookies() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.cookies) > 0
}

// cookieHeader returns the cookies after those that the target file already gives.
func (c *Client) cookieHeader(given string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var pairs []string
	if given != "" {
		pairs = append(pairs, given)
	}
	for _, name := range slices.Sorted(maps.Keys(c.cookies)) {
		pairs = append(pairs, name+"="+c.cookies[name])
	}
	return strings.Join(pairs, "; ")
}
