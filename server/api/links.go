package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"time"

	"understudy/server/resource"
	"understudy/server/response"
)

// EditorPath is the path in the uri of a link, below a sandbox's base URL.
const EditorPath = "/embed/segment"

// createLink serves POST
// /api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links.
//
// Promise links-are-created.
func createLink(c *Call) (Reply, error) {
	segment, err := c.segment()
	if err != nil {
		return Reply{}, err
	}
	redirect, err := c.bindRedirect()
	if err != nil {
		return Reply{}, err
	}
	link, ok := c.sameLink(segment.ID, redirect)
	if !ok {
		link = c.tx.AddLink(c.newLink(segment.ID, redirect))
	}
	// Promise created-link-code, created-link-status, created-link-data.
	return Reply{http.StatusCreated, response.Object{{"status", "created"}, {"data", c.linkBody(link)}}}, nil
}

func (c *Call) bindRedirect() (string, error) {
	in, err := c.bind()
	if err != nil {
		return "", err
	}
	// Gap link-redirect-missing.
	if !in.has("redirect_uri") {
		c.dependsOn("link-redirect-missing")
		if c.variant("link-redirect-missing") == "accept" {
			return "", nil
		}
	}
	redirect, err := in.text("redirect_uri")
	// Gap link-redirect-scheme.
	if err == nil && !webURL(redirect) {
		c.dependsOn("link-redirect-scheme")
		if c.variant("link-redirect-scheme") == "refuse" {
			return "", reject(badBody, "redirect_uri: must be a URL that starts with http or https")
		}
	}
	return redirect, err
}

// newLink makes a link that expires on a whole second, so that no form of its
// expiration shows an earlier instant than the one that counts.
func (c *Call) newLink(segmentID int64, redirect string) resource.SegmentManagementLink {
	// Gap link-lifetime.
	c.dependsOn("link-lifetime")
	lifetime, err := time.ParseDuration(c.variant("link-lifetime"))
	if err != nil {
		panic(err)
	}
	link := resource.SegmentManagementLink{
		SegmentID: segmentID, RedirectURI: redirect,
		// Promise link-is-fresh.
		ExpiresAt: c.tx.Now.Add(lifetime).Truncate(time.Second),
	}
	link.Nonce, link.Auth = c.api.drawAuth()
	return link
}

// drawAuth draws the random bits of a link, and hashes its authorization value.
func (a *API) drawAuth() (nonce [16]byte, hash resource.TokenHash) {
	if _, err := io.ReadFull(a.Random, nonce[:]); err != nil {
		panic(err)
	}
	return nonce, resource.HashToken(a.auth(nonce))
}

// DrawLink draws the random bits of a link, and hashes its authorization value. The
// uri leads to the editor below a sandbox's base URL.
func (a *API) DrawLink(base string) (nonce [16]byte, hash resource.TokenHash, uri string) {
	nonce, hash = a.drawAuth()
	return nonce, hash, a.linkURI(base, nonce)
}

// linkURI returns the uri of a link, below a sandbox's base URL.
func (a *API) linkURI(base string, nonce [16]byte) string {
	return base + EditorPath + "?auth=" + a.auth(nonce)
}

// Gap link-again: the newest link that is still valid, with the redirect_uri
// that was sent now, which the response has to echo. If the key has changed
// since, its authorization value is no longer known.
func (c *Call) sameLink(segmentID int64, redirect string) (resource.SegmentManagementLink, bool) {
	again := func(l resource.SegmentManagementLink) bool {
		// Promise link-is-fresh.
		return l.Valid(c.tx.Now) && l.RedirectURI == redirect && l.Auth.Equal(resource.HashToken(c.api.auth(l.Nonce)))
	}
	// If every request gets a new link, only the newest link is checked for
	// whether it could have been returned.
	if c.variant("link-again") == "new" {
		if last, ok := c.tx.LastLink(segmentID); ok && again(last) {
			c.dependsOn("link-again")
		}
		return resource.SegmentManagementLink{}, false
	}
	for _, link := range c.tx.Links(segmentID) {
		if again(link) {
			c.dependsOn("link-again")
			return link, true
		}
	}
	return resource.SegmentManagementLink{}, false
}

// auth derives the authorization value of a link from its 128 random bits and
// the key. The link keeps only the value's hash. No row stores the key: the
// value cannot be derived from the row alone, but with the key a link can be
// returned again.
func (a *API) auth(nonce [16]byte) string {
	mac := hmac.New(sha256.New, a.LinkKey[:])
	mac.Write(nonce[:])
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// linkBody returns the resource of section Segment management link.
func (c *Call) linkBody(l resource.SegmentManagementLink) response.Object {
	return response.Object{
		{"id", l.ID},                     // Promise link-id
		{"type", "FilterSegment"},        // Promise link-type
		{"expiration", l.ExpiresAt},      // Promise link-expiration
		{"expired", l.Expired(c.tx.Now)}, // Promise link-expired
		{"revoked", l.Revoked()},         // Promise link-revoked
		// Promise link-carries-auth.
		{"uri", c.api.linkURI(c.base, l.Nonce)}, // Promise link-uri
		// Promise link-redirect-echoed.
		{"redirect_uri", l.RedirectURI}, // Promise link-redirect-uri
		// Promise link-names-its-segment.
		{"segment_id", l.SegmentID}, // Promise link-segment-id
	}
}
