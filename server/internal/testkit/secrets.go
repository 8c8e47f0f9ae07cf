package testkit

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// SendSecrets sends secrets in every way that a client might, and returns them.
func (f Fake) SendSecrets() (secrets []string) {
	g := f.TestData()
	link := f.Do("POST", f.CreateSegment()+"/segment_management_links", `{"redirect_uri":"https://example.com/?x=1&auth=LINKAUTH1"}`, Bearer(g.WorkspaceToken))
	_, auth, _ := strings.Cut(link.Get("data.uri").Str, "auth=")
	destination := f.DestinationPath(g.DestinationID)
	patch := func(body string) { f.Do("PATCH", destination, body, Bearer(g.WorkspaceToken)) }
	patch(`{"service_connection": {"credentials": {"api_key": "CREDENTIAL1", "nested": {"n": [123456789]}}}}`)
	patch(`{"service_connection":{"\u0063redentials":{"api_key":"CREDENTIAL2"}}}`)
	patch(`{"service_connection":{"credentials":{"api_key":"CREDENTIAL3`)
	patch(`{"service_connection":{"name":5 5},"credentials":"CREDENTIAL4"}`)
	patch(`credentials=CREDENTIAL5`)
	patch(`{"service_connection":{"credentials":{"api_key":"` + strings.Repeat("CREDENTIAL6", 5000) + `"}}}`)
	f.Do("POST", "/api/v1/connectors", `{"connector":{"data":{"headers":{"X-Api-Key":"CREDENTIAL7"}},"configuration_definition":{"k":{"default":"CREDENTIAL8","secret":true}}}}`, Bearer(g.WorkspaceToken))
	f.Get("/embed/segment?auth=" + auth)
	f.Get("/api/v1/" + g.WorkspaceToken + "?token=" + g.PersonalToken + "&auth=" + auth + "&%61uth=LINKAUTH2&next=" + url.QueryEscape("http://x/?auth=LINKAUTH3"))
	f.ListInvitations("?page=" + g.WorkspaceToken)
	f.ListInvitations("?" + g.WorkspaceToken + "=1")
	f.Do("GET", InvitationsPath, "", Basic("bearer", g.PersonalToken), AddHeader("Cookie", "session=COOKIE1"), AddHeader("X-Api-Key", "HEADER1"), AddHeader("Referer", "http://x/embed?auth=LINKAUTH4"))
	f.Do("GET", InvitationsPath, "", Bearer("unheard-of-TOKEN1"), AddHeader("X-Echo", "unheard-of-TOKEN1"))
	f.Do("GET", InvitationsPath, "", AddHeader("Authorization", g.WorkspaceToken))
	f.Do("GET", InvitationsPath+"?unheardofTOKEN2=1", "", Bearer("unheardofTOKEN2"))
	f.Do("GET", "/api/v1/"+auth+"?note="+auth, "", AddHeader("X-Note", auth), AddHeader("X-Upstream", "Bearer unheardofTOKEN3"), AddHeader("X-Session-Id", "HEADER2"))
	f.Do("POST", f.SegmentsPath(), f.SegmentBody("name", Quoted(auth), "note", Quoted(base64.StdEncoding.EncodeToString([]byte(g.WorkspaceToken)))))
	patch(`{"access_token":["CREDENTIAL9"],"secrets":{"db":{"pw":"CREDENTIAL9"}}}`)
	patch("api_key: CREDENTIAL9")
	return []string{g.WorkspaceToken, g.PersonalToken, auth, "LINKAUTH", "CREDENTIAL", "123456789", "COOKIE1", "HEADER1", "TOKEN1", "TOKEN2", "TOKEN3",
		"HEADER2", base64.StdEncoding.EncodeToString([]byte(g.WorkspaceToken)), url.QueryEscape(g.WorkspaceToken), base64.StdEncoding.EncodeToString([]byte("bearer:" + g.PersonalToken))}
}
