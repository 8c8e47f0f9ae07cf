package api

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

var linkRoutes = []route{
	{"POST /api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links", (*Server).createLink},
	{"GET /lens/{rest...}", (*Server).openLink},
}

const (
	firstLink          int64 = 990_000_000_041
	registeredRedirect       = "https://desk.independent.invalid/back?tab=2&lang=pt"
)

// link lets a user edit a segment until it expires.
type link struct {
	id, segment    int64
	auth, redirect string
	expiresAt      time.Time
}

// createLink serves POST …/segment_management_links. A second request for one
// segment returns the link that is still valid, with the new redirect_uri.
func (s *Server) createLink(r *http.Request) Reply {
	who, turnedAway := s.admit(r, CreateLink)
	if turnedAway != nil {
		return *turnedAway
	}
	if !ourSource(r) {
		return s.Reject(http.StatusGone, "no such source")
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	segmentID, known := s.segmentToLink(r)
	switch {
	case !known && s.choice.segmentLag > 0:
		return s.Reject(http.StatusNotFound, "no such segment, or not yet")
	case !known:
		return s.Reject(http.StatusUnprocessableEntity, "no such segment")
	}
	redirect, problem := s.readRedirect(r)
	if problem != "" {
		return s.Reject(http.StatusUnprocessableEntity, problem)
	}
	l := s.linkOn(segmentID)
	l.redirect = redirect
	rep := s.Success(http.StatusCreated, Object{{"data", s.linkRow(r, l)}, {"status", "created"}})
	return s.finish(CreateLink, Outcome{Rep: &rep, Who: who, Redirect: redirect})
}

// segmentToLink must be called under s.Mu, like the functions that it calls.
func (s *Server) segmentToLink(r *http.Request) (int64, bool) {
	if seg := s.SegmentOf(r); seg != nil {
		return seg.ID, true
	}
	if s.waived[KnowsSegmentToLink] && len(s.Segments) > 0 {
		const firstJob = 37
		return s.Segments[firstJob].ID, true
	}
	id, err := strconv.ParseInt(r.PathValue("segment_id"), 10, 64)
	return id, err == nil && s.choice.link.onAnySegment
}

// readRedirect accepts any text, and none.
func (s *Server) readRedirect(r *http.Request) (redirect, problem string) {
	in, ok := readBody(r)
	if !ok {
		return "", "the body is no JSON object"
	}
	switch v := in["redirect_uri"].(type) {
	case nil:
		if s.choice.link.redirectNeeded {
			return "", "redirect_uri is missing"
		}
	case string:
		redirect = v
	default:
		return "", "redirect_uri must be text"
	}
	u, err := url.Parse(redirect)
	web := err == nil && (u.Scheme == "https" || u.Scheme == "http")
	if redirect != "" && s.choice.link.webRedirectsOnly && !web {
		return "", "redirect_uri must be a web address"
	}
	return s.accept(LinkRedirect, redirect)
}

func (s *Server) linkOn(segmentID int64) *link {
	now := s.Now()
	if l := s.latestLink[segmentID]; l != nil && !s.choice.link.fresh && now.Before(l.expiresAt) {
		return l
	}
	n := int64(len(s.links)) + 1
	sum := sha256.Sum256([]byte("lens of a link " + strconv.FormatInt(n, 10)))
	unit := s.choice.stampUnit
	l := &link{id: s.choice.id(n, firstLink+n*7_919), segment: segmentID, auth: base64.StdEncoding.EncodeToString(sum[:]),
		expiresAt: now.Add(s.choice.link.lifetime + unit - 1).Truncate(unit)}
	s.links[l.auth], s.latestLink[segmentID] = l, l
	return l
}

func (s *Server) linkRow(r *http.Request, l *link) Object {
	path := "/lens/" + strconv.FormatInt(l.id, 10) + "?auth=" + url.QueryEscape(l.auth)
	if s.choice.link.unlistedPath {
		path = "/lens/https:/other.example%3A8443/a;v=2/?theme=dark&auth=" + url.QueryEscape(l.auth) + "&lang=#/edit?auth="
	}
	if s.choice.link.renewedURIs {
		path += "&try=" + strconv.FormatInt(s.requests.Add(1), 10)
	}
	return Object{
		{"segment_id", l.segment},
		{"redirect_uri", l.redirect},
		{"theme", Null},
		{"uri", baseURL(r) + path},
		{"revoked", false},
		{"expired", false},
		{"expiration", s.choice.stamp(zoned(l.expiresAt, int(l.id)))},
		{"type", "FilterSegment"},
		{"id", l.id},
	}
}

// openLink serves the embedded editor, which is a page and not part of the API.
func (s *Server) openLink(r *http.Request) Reply {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	l := s.links[r.URL.Query().Get("auth")]
	switch {
	case s.waived[LinksOpen]:
		return htmlPage(http.StatusNotFound, "There is no such page")
	case l == nil:
		return htmlPage(http.StatusForbidden, "This is no link of ours")
	case s.Now().Before(l.expiresAt) || s.waived[LinksExpire]:
		return htmlPage(http.StatusOK, "Segment "+strconv.FormatInt(l.segment, 10))
	case s.choice.link.expired == http.StatusFound:
		return Reply{Code: http.StatusFound, location: "/login"}
	default:
		return htmlPage(s.choice.link.expired, "This link is over")
	}
}

func htmlPage(code int, title string) Reply {
	return Reply{Code: code, mime: "text/html; charset=utf-8", text: "<!doctype html><title>" + title + "</title>"}
}
