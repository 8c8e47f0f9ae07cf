// Package independent is a second small server of the API, written from the
// document alone, to try the conformance suite on.
//
// It differs from the fake wherever the document lets a deployment differ:
// other ids, other data, other codes and bodies of rejections, another layout of
// responses. A suite must pass it as it starts, and under every row of Conforming. Each row
// of Violations makes it break one promise, which a suite must report.
//
// It shares nothing with the fake, on purpose: a misreading of the document
// that stood in both would never be seen. So it imports neither the server nor
// the registries of the specification, and names promises by their ids only.
//
// Start reading at New, then the conforming*.go and violations*.go tables.
package independent

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
)

// Server is one independent implementation. It is an http.Handler, safe for concurrent use.
type Server struct {
	now    func() time.Time
	choice choices
	faults []fault
	// grants are the tokens that open an operation although they should not.
	grants map[grant]bool
	// waived are the rules that are not kept.
	waived map[rule]bool
	// down are the operations that always fall over.
	down map[operation]bool

	mux *http.ServeMux
	// front is what requests come to first.
	front    http.Handler
	requests atomic.Int64
	listings atomic.Int64
	// invites is never written after NewAt; a stretch of it is in the list.
	invites []invitation
	// settled are the invitations in both orders, where they stay as they are.
	settled map[bool][]invitation
	start   time.Time

	mu           sync.Mutex
	segments     map[int64]*segment // by job number
	destinations map[int64]*destination
	connectors   map[connectorKey]*connector
	links        map[string]*link // by auth
	latestLink   map[int64]*link  // by segment

	// wraps are what the faults do around a request, with the state that each has
	// of this server.
	wraps []wrap

	// elsewhere is the other workspace, where it has the same ids.
	elsewhere *Server
}

// New makes a server on the wall clock. The switches are ids of rows of Conforming
// and of Violations, in any number and order; an unknown one is an error.
func New(switches ...string) (*Server, error) {
	return NewAt(time.Now, switches...)
}

// NewAt is New on another clock, which must be safe for concurrent use.
func NewAt(now func() time.Time, switches ...string) (*Server, error) {
	s := &Server{
		now: now, start: now(), choice: usual(), grants: map[grant]bool{}, waived: map[rule]bool{}, down: map[operation]bool{},
		mux: http.NewServeMux(), segments: map[int64]*segment{}, links: map[string]*link{}, latestLink: map[int64]*link{},
	}
	for _, id := range switches {
		if !s.turnOn(id) {
			return nil, fmt.Errorf("independent: no switch %q: use an id of Conforming or Violations", id)
		}
	}
	if s.choice.idsApart && !s.choice.elsewhere {
		twin, err := NewAt(now, append(slices.Clone(switches), elsewhere)...)
		if err != nil {
			return nil, err
		}
		clear(twin.connectors) // their names are everybody's
		s.elsewhere = twin
	}
	s.invites = makeInvitations(s.choice)
	settled := s.invites[:s.choice.invitations]
	s.settled = map[bool][]invitation{true: sorted(settled, true), false: sorted(settled, false)}
	s.destinations, s.connectors = makeDestinations(s.choice), makeConnectors()
	for _, r := range slices.Concat(destinationRoutes, segmentRoutes, connectorRoutes, invitationRoutes, topicRoutes, linkRoutes, jobRoutes, loginRoutes) {
		s.mux.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) {
			s.write(w, s.around(req, func() reply { return r.serve(s, req) }))
		})
	}
	s.front = http.Handler(s.mux)
	for _, f := range s.faults {
		if f.before != nil {
			s.front = f.before()(s.front)
		}
	}
	for _, g := range s.choice.gateways {
		s.front = g()(s.front)
	}
	return s, nil
}

// route is one operation. Each file of operations has a list of its own, and
// NewAt names the lists.
type route struct {
	pattern string
	serve   func(*Server, *http.Request) reply
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
	i := slices.IndexFunc(faults, func(f fault) bool { return f.ID == id })
	if i < 0 {
		return false
	}
	f := faults[i]
	s.faults = append(s.faults, f)
	s.grants[f.lets] = true
	s.waived[f.waives] = true
	s.down[f.fells] = true
	if f.wraps != nil {
		s.wraps = append(s.wraps, f.wraps(s))
	}
	return true
}

// wrap gets in the way of any request.
type wrap func(r *http.Request, serve func() reply) reply

// around serves a request within what the faults do around it.
func (s *Server) around(r *http.Request, serve func() reply) reply {
	for _, w := range s.wraps {
		inner := serve
		serve = func() reply { return w(r, inner) }
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
	if s.elsewhere != nil && bearerOf(r) == otherWorkspace {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+workspaceToken)
		s.elsewhere.ServeHTTP(w, r)
		return
	}
	s.front.ServeHTTP(w, r)
}

// TestData is what an operator would put into a target file.
type TestData struct {
	// The tokens: of the workspace, of a user, of another workspace, and one
	// of the workspace that was taken back.
	WorkspaceToken, PersonalToken, OtherWorkspaceToken, RevokedToken string
	// DestinationID may be renamed; ObjectsDestinationID has more than 100
	// objects unless a switch says otherwise, EmptyDestinationID has none.
	DestinationID, ObjectsDestinationID, EmptyDestinationID int64
	// SourceID and DatasetID are where segments can be created.
	SourceID, DatasetID int64
	// TopicsSourceID has topics, EmptyTopicsSourceID is of the same kind and
	// has none.
	TopicsSourceID, EmptyTopicsSourceID int64
	// ConnectorServiceName may be updated, PublishableConnectorServiceName
	// published; neither is published yet.
	ConnectorServiceName, PublishableConnectorServiceName string
	// AtomicMolecule and OperationMolecule are molecules that are accepted;
	// both marshal to JSON.
	AtomicMolecule, OperationMolecule any
	// ServiceConnection is what DestinationID is at first, Connector what may
	// be created; both marshal to JSON.
	ServiceConnection, Connector map[string]any
	// RedirectURI is accepted in a link.
	RedirectURI string
}

// TestData says which test data there are. It is the same for every server.
func (s *Server) TestData() TestData {
	return TestData{
		WorkspaceToken: workspaceToken, PersonalToken: personalToken,
		OtherWorkspaceToken: otherWorkspaceToken, RevokedToken: revokedToken,
		DestinationID: mainDestination, ObjectsDestinationID: manyDestination, EmptyDestinationID: bareDestination,
		SourceID: sourceID, DatasetID: datasetID,
		TopicsSourceID: topicsSource, EmptyTopicsSourceID: quietSource,
		ConnectorServiceName: firstConnector, PublishableConnectorServiceName: spareConnector,
		AtomicMolecule: map[string]any{
			"attribute": "Plan tier", "attribute_type": sampleAttributeType, "operator": "is_one_of", "value": "gold",
		},
		OperationMolecule: map[string]any{operationMember: "any"},
		ServiceConnection: sampleConnection(), Connector: sampleConnector(),
		RedirectURI: registeredRedirect,
	}
}

// The ids. Those that a client sends are beyond 32 bits, as ids of large
// deployments are, and below 2^53, beyond which JSON is not to be trusted.
const (
	sourceID  int64 = 71_904_233_618
	datasetID int64 = 8_800_412_077_309

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

// id is the n-th id of its kind, where ids are counted, or the usual one.
func (c choices) id(n, usual int64) int64 {
	if c.idsFrom != 0 {
		return c.idsFrom + n
	}
	return usual
}

// readBody reads a JSON object, whatever Content-Type it came with. No body is
// an object without members.
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

// baseURL is what the request came by, also where the server is mounted below
// a path.
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
