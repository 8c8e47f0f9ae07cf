// Package api is the independent implementation itself: the operations, the
// data and the choices that the document leaves open.
//
// Faults interfere through hooks; package independent has the list of faults.
// Start reading at New, then Conforming and Fault.
package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"understudy/steps/internal/independent/token"
)

// Server is one independent implementation. It is an http.Handler, safe for concurrent use.
type Server struct {
	// Now is the clock.
	Now    func() time.Time
	choice choices
	faults []Fault
	// grants are the tokens that may call an operation although they should not.
	grants map[Grant]bool
	// waived are the rules that are not applied.
	waived map[Rule]bool
	// down are the operations that always fail.
	down map[Operation]bool

	mux *http.ServeMux
	// front receives requests first.
	front    http.Handler
	requests atomic.Int64
	listings atomic.Int64
	// invites is not written after New; the list is a part of it.
	invites []Invitation
	// settled are the invitations in both orders, where they do not change.
	settled map[bool][]Invitation
	start   time.Time

	// Mu guards what follows.
	Mu           sync.Mutex
	Segments     map[int64]*Segment // by job number
	Destinations map[int64]*Destination
	Connectors   map[ConnectorKey]*Connector
	labelReads   int              // how often a label was read back
	segmentReads int              // how often the properties of a segment were shown
	links        map[string]*link // by auth
	latestLink   map[int64]*link  // by segment

	// wraps are the faults that run around a request, with the state that each
	// has of this server.
	wraps []Wrap

	// elsewhere is the other workspace, where it has the same ids.
	elsewhere *Server
}

// New makes a server on a clock, which must be safe for concurrent use. The switches
// are ids of rows of Conforming, in any number and order; an unknown one is an error.
func New(now func() time.Time, switches []string, faults []Fault) (*Server, error) {
	s := &Server{
		Now: now, start: now(), choice: usual(), grants: map[Grant]bool{}, waived: map[Rule]bool{}, down: map[Operation]bool{},
		mux: http.NewServeMux(), Segments: map[int64]*Segment{}, links: map[string]*link{}, latestLink: map[int64]*link{},
	}
	for _, id := range switches {
		if !s.turnOn(id) {
			return nil, fmt.Errorf("independent: no switch %q: use an id of Conforming or Violations", id)
		}
	}
	for _, f := range faults {
		s.add(f)
	}
	if s.choice.idsApart && !s.choice.elsewhere {
		twin, err := New(now, append(slices.Clone(switches), elsewhere), faults)
		if err != nil {
			return nil, err
		}
		clear(twin.Connectors) // connector names are shared by all workspaces
		s.elsewhere = twin
	}
	s.invites = makeInvitations(s.choice)
	settled := s.invites[:s.choice.invitations]
	s.settled = map[bool][]Invitation{true: sorted(settled, true), false: sorted(settled, false)}
	s.Destinations, s.Connectors = makeDestinations(s.choice), makeConnectors()
	for _, r := range slices.Concat(destinationRoutes, segmentRoutes, connectorRoutes, invitationRoutes, topicRoutes, linkRoutes,
		jobRoutes, loginRoutes) {
		s.mux.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) {
			s.write(w, s.wrapped(req, func() Reply { return r.serve(s, req) }))
		})
	}
	s.front = http.Handler(s.mux)
	for _, f := range s.faults {
		if f.Before != nil {
			s.front = f.Before()(s.front)
		}
	}
	for _, g := range s.choice.gateways {
		s.front = g()(s.front)
	}
	return s, nil
}

// route is one operation. Each file of operations has its own list, and New
// joins them.
type route struct {
	pattern string
	serve   func(*Server, *http.Request) Reply
}

// elsewhere is the switch of a server that another workspace sees.
const elsewhere = "elsewhere"

func (s *Server) turnOn(id string) bool {
	if id == elsewhere {
		s.choice.elsewhere = true
		return true
	}
	if i := slices.IndexFunc(conforming, func(l variation) bool { return l.ID == id }); i >= 0 {
		conforming[i].choose(&s.choice)
		return true
	}
	return false
}

// add applies a fault.
func (s *Server) add(f Fault) {
	s.faults = append(s.faults, f)
	s.grants[f.Lets] = true
	s.waived[f.Waives] = true
	s.down[f.Fells] = true
	if f.Wraps != nil {
		s.wraps = append(s.wraps, f.Wraps(s))
	}
}

// Wrap runs around any request.
type Wrap func(r *http.Request, serve func() Reply) Reply

// wrapped serves a request inside the wraps of the faults.
func (s *Server) wrapped(r *http.Request, serve func() Reply) Reply {
	for _, w := range s.wraps {
		inner := serve
		serve = func() Reply { return w(r, inner) }
	}
	return serve()
}

// ServeHTTP serves one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if every := s.choice.busyEvery; every > 0 && s.requests.Add(1)%every == 0 {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	if s.elsewhere != nil && BearerOf(r) == OtherWorkspace {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token.Workspace)
		s.elsewhere.ServeHTTP(w, r)
		return
	}
	s.front.ServeHTTP(w, r)
}

// TestData is what an operator would put into a target file.
type TestData struct {
	// The tokens: of the workspace, of a user, of another workspace, and one of
	// the workspace that was revoked.
	WorkspaceToken, PersonalToken, OtherWorkspaceToken, RevokedToken string
	// DestinationID may be renamed; ObjectsDestinationID has more than 100
	// objects unless a switch says otherwise, EmptyDestinationID has none.
	DestinationID, ObjectsDestinationID, EmptyDestinationID int64
	// SourceID and DatasetID are where segments can be created.
	SourceID, DatasetID int64
	// TopicsSourceID has topics, EmptyTopicsSourceID is of the same type and
	// has none.
	TopicsSourceID, EmptyTopicsSourceID int64
	// ConnectorServiceName may be updated, PublishableConnectorServiceName
	// published; neither is published yet.
	ConnectorServiceName, PublishableConnectorServiceName string
	// AtomicMolecule and OperationMolecule are molecules that are accepted;
	// both marshal to JSON.
	AtomicMolecule, OperationMolecule any
	// ServiceConnection is the initial state of DestinationID, Connector a
	// connector that can be created; both marshal to JSON.
	ServiceConnection, Connector map[string]any
	// RedirectURI is accepted in a link.
	RedirectURI string
}

// TestData returns the test data. It is the same for every server.
func (s *Server) TestData() TestData {
	return TestData{
		WorkspaceToken: token.Workspace, PersonalToken: token.Personal,
		OtherWorkspaceToken: token.OtherWorkspace, RevokedToken: token.Revoked,
		DestinationID: mainDestination, ObjectsDestinationID: ManyDestination, EmptyDestinationID: BareDestination,
		SourceID: SourceID, DatasetID: DatasetID,
		TopicsSourceID: TopicsSource, EmptyTopicsSourceID: QuietSource,
		ConnectorServiceName: firstConnector, PublishableConnectorServiceName: spareConnector,
		AtomicMolecule: map[string]any{
			"attribute": "Plan tier", "attribute_type": sampleAttributeType, "operator": "is_one_of", "value": "gold",
		},
		OperationMolecule: map[string]any{operationMember: "any"},
		ServiceConnection: sampleConnection(), Connector: sampleConnector(),
		RedirectURI: registeredRedirect,
	}
}

// The ids. Those that a client sends need more than 32 bits, as ids of large
// deployments do, and are below 2^53, above which JSON numbers are not
// reliable.
const (
	SourceID  int64 = 71_904_233_618
	DatasetID int64 = 8_800_412_077_309

	firstInvitation int64 = 3_100_000_019
	firstSegment    int64 = 5_000_000_029
	firstUser       int64 = 90_210_000_551
	firstWorkspace  int64 = 611_953
)

const (
	sampleAttributeType = "Entity::Text"
	// operationMember is the member that makes a molecule an Operation Molecule.
	operationMember = "combine_with"
)

// id returns the n-th id of its kind where ids are sequential, else the usual one.
func (c choices) id(n, usual int64) int64 {
	if c.idsFrom != 0 {
		return c.idsFrom + n
	}
	return usual
}

// readBody reads a JSON object, with any Content-Type. An empty body is an
// object without members.
func readBody(r *http.Request) (map[string]any, bool) {
	var in map[string]any
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err == nil && len(body) == 0 {
		return map[string]any{}, true
	}
	if err != nil || json.Unmarshal(body, &in) != nil || in == nil {
		return nil, false
	}
	return in, true
}

// baseURL returns the URL by which the request came, also where the server is
// mounted below a path.
func baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	sent, _, _ := strings.Cut(r.RequestURI, "?")
	prefix, mounted := strings.CutSuffix(sent, r.URL.EscapedPath())
	if !mounted {
		prefix = ""
	}
	return scheme + "://" + r.Host + prefix
}
