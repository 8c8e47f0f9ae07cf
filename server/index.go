package server

import (
	"encoding/json"
	"fmt"
	"net/http"

	"understudy/server/control"
	"understudy/spec"
)

// index says where things are, as the response to GET / for anyone but a browser.
type index struct {
	Service            string `json:"service"`
	API                string `json:"api"`
	Console            string `json:"console"`
	ControlAPI         string `json:"control_api"`
	Contract           string `json:"contract"`
	ControlAPIContract string `json:"control_api_contract"`
}

// asksForTheIndex reports whether a request is about the fake itself. Without its console
// a fake is like any deployment, which has nothing at /.
func (s *Server) asksForTheIndex(r *http.Request) bool {
	return s.api.Console != "" && r.URL.EscapedPath() == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}

// index leads a browser to the console, and anyone else to all that there is.
func (s *Server) index(w http.ResponseWriter, r *http.Request) (status int) {
	w.Header().Set("Vary", "Accept")
	if asksForAPage(r) {
		http.Redirect(w, r, s.api.Console, http.StatusFound)
		return http.StatusFound
	}
	body, err := json.MarshalIndent(index{
		Service:            fmt.Sprintf("understudy, a fake of one HTTP API (contract %s)", spec.ContractVersion),
		API:                "/api/v1",
		Console:            s.api.Console,
		ControlAPI:         control.Prefix,
		Contract:           control.Prefix + "api.yaml",
		ControlAPIContract: control.Prefix + "openapi.yaml",
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(body, '\n'))
	return http.StatusOK
}
