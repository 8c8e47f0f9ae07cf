package features_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"understudy/server"
	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps"
)

// TestAnotherValidatorAgrees validates the exchanges of a whole run with kin-openapi,
// so that the contract and the fake do not depend on how the library that understudy
// itself uses reads the contract.
func TestAnotherValidatorAgrees(t *testing.T) {
	all := record(t)
	o := newOpinion(t)
	t.Run("every success response is valid", o.everyResponseIsValid(all))
	t.Run("every request that the run calls allowed is valid", o.everyAllowedRequestIsValid(all))
	t.Run("no changed response is valid", o.noChangedResponseIsValid(all))
	t.Run("no faulty request is valid", o.noFaultyRequestIsValid(all))
}

// exchange is a request with its success response, as sent over the wire.
type exchange struct {
	request *http.Request
	sent    []byte
	// allowed reports that the run treated the request as one that the document
	// allows.
	allowed bool
	status  int
	header  http.Header
	body    []byte
}

// tape records the success responses of the API behind it.
type tape struct {
	http.Handler
	mu        sync.Mutex
	exchanges []exchange
}

func (tp *tape) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	response := httptest.NewRecorder()
	tp.Handler.ServeHTTP(response, r)
	if response.Code/100 == 2 && strings.HasPrefix(r.URL.Path, "/api/") {
		tp.keep(exchange{request: r, sent: sent, status: response.Code, header: response.Header(), body: response.Body.Bytes()})
	}
	for name, values := range response.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes()) // the client may have disconnected
}

func (tp *tape) keep(e exchange) {
	tp.mu.Lock()
	defer tp.mu.Unlock()
	tp.exchanges = append(tp.exchanges, e)
}

// record verifies a fake with the whole suite and returns the recorded exchanges.
func record(t *testing.T) []exchange {
	t.Helper()
	tp := &tape{}
	tg := serveBehind(t, server.Options{}, func(fake http.Handler) http.Handler {
		tp.Handler = fake
		return tp
	})
	var mu sync.Mutex
	allowed := map[string]int{}
	conforms(t, verify(t, tg, steps.Options{OnResponse: func(_ string, a contract.Response) {
		mu.Lock()
		defer mu.Unlock()
		allowed[string(a.Body)]++
	}}))
	tp.mark(allowed)
	return tp.exchanges
}

// mark marks the allowed requests: those whose responses the run reported. Requests
// with the same response cannot be distinguished.
func (tp *tape) mark(allowed map[string]int) {
	passed := map[string]int{}
	for _, e := range tp.exchanges {
		passed[string(e.body)]++
	}
	for i, e := range tp.exchanges {
		tp.exchanges[i].allowed = passed[string(e.body)] <= allowed[string(e.body)]
	}
}

// opinion is kin-openapi's reading of the contract.
type opinion struct {
	router  routers.Router
	options *openapi3filter.Options
}

func newOpinion(t *testing.T) opinion {
	t.Helper()
	// kin-openapi checks only registered formats: see formats for the contract's own.
	doc, err := openapi3.NewLoader().LoadFromData(bytes.ReplaceAll(spec.OpenAPI, []byte("x-format:"), []byte("format:")))
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = nil // the fake has a new address in each run
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return opinion{router, &openapi3filter.Options{
		IncludeResponseStatus: true, SkipSettingDefaults: true,
		AuthenticationFunc:      hasBearer,
		SchemaValidationOptions: []openapi3.SchemaValidationOption{openapi3.EnableFormatValidation(), openapi3.WithStringFormatValidators(formats)},
	}}
}

// formats checks the contract's formats with none of its code, and more strictly: the
// fake writes only one form of each.
var formats = map[string]openapi3.StringFormatValidator{
	"iso8601": openapi3.NewCallbackValidator(func(s string) error {
		_, err := time.Parse(time.RFC3339Nano, s)
		return err
	}),
	"uri": openapi3.NewCallbackValidator(func(s string) error {
		u, err := url.ParseRequestURI(s)
		if err == nil && u.Host == "" {
			return errors.New("not an absolute URL")
		}
		return err
	}),
	"email": openapi3.NewCallbackValidator(func(s string) error {
		_, err := mail.ParseAddress(s)
		return err
	}),
}

func hasBearer(_ context.Context, in *openapi3filter.AuthenticationInput) error {
	if !strings.HasPrefix(in.RequestValidationInput.Request.Header.Get("Authorization"), "Bearer ") {
		return errors.New("not a bearer token")
	}
	return nil
}

// find finds the operation of an exchange.
func (o opinion) find(t *testing.T, e exchange) (operation string, in *openapi3filter.RequestValidationInput) {
	t.Helper()
	r := e.request.Clone(t.Context())
	r.Body = io.NopCloser(bytes.NewReader(e.sent))
	route, params, err := o.router.FindRoute(r)
	if err != nil {
		t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	return route.Operation.OperationID, &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: o.options}
}

func (o opinion) ofResponse(t *testing.T, e exchange) error {
	t.Helper()
	_, in := o.find(t, e)
	response := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: e.status, Header: e.header, Options: o.options}
	return openapi3filter.ValidateResponse(t.Context(), response.SetBodyBytes(e.body))
}

func (o opinion) ofRequest(t *testing.T, e exchange) error {
	t.Helper()
	_, in := o.find(t, e)
	return openapi3filter.ValidateRequest(t.Context(), in)
}

func (o opinion) everyResponseIsValid(all []exchange) func(*testing.T) {
	return func(t *testing.T) {
		validated := map[string]int{}
		for _, e := range all {
			operation, _ := o.find(t, e)
			validated[operation]++
			if err := o.ofResponse(t, e); err != nil {
				t.Errorf("%s: %v\n%s", operation, err, e.body)
			}
		}
		eachOperation(t, validated, func(spec.Operation) bool { return true })
	}
}

func (o opinion) everyAllowedRequestIsValid(all []exchange) func(*testing.T) {
	return func(t *testing.T) {
		validated := map[string]int{}
		for _, e := range all {
			if !e.allowed {
				continue
			}
			operation, _ := o.find(t, e)
			validated[operation]++
			if err := o.ofRequest(t, e); err != nil {
				t.Errorf("%s %s: %v\n%s", operation, e.request.URL, err, e.sent)
			}
		}
		// The run reports no response of an operation outside the document.
		eachOperation(t, validated, func(op spec.Operation) bool { return !op.Supplementary })
	}
}

// eachOperation fails the test where nothing of an operation was validated.
func eachOperation(t *testing.T, validated map[string]int, due func(spec.Operation) bool) {
	t.Helper()
	t.Logf("validated: %v", validated)
	for _, op := range spec.Operations {
		if due(op) && validated[op.ID] == 0 {
			t.Errorf("%s: nothing was validated", op.ID)
		}
	}
}

// noChangedResponseIsValid changes the longest response of each operation at every
// place that the contract describes: a member is dropped, null or of a wrong type.
func (o opinion) noChangedResponseIsValid(all []exchange) func(*testing.T) {
	return func(t *testing.T) {
		spoilt := map[string]int{}
		for operation, e := range o.longest(t, all) {
			mutants := mutant.Mechanicals(operation, contract.Response{Status: e.status, Body: e.body})
			for i, m := range mutants {
				if testing.Short() && i%24 != 0 {
					continue
				}
				spoilt[operation]++
				e.body = m.Response.Body
				if err := o.ofResponse(t, e); err == nil {
					t.Errorf("%s is valid: %s", m.ID, e.body)
				}
			}
		}
		// A supplementary operation only has to respond with JSON.
		eachOperation(t, spoilt, func(op spec.Operation) bool { return !op.Supplementary })
	}
}

// longest returns the exchange with the longest response of each operation.
func (o opinion) longest(t *testing.T, all []exchange) map[string]exchange {
	t.Helper()
	found := map[string]exchange{}
	for _, e := range all {
		if operation, _ := o.find(t, e); len(e.body) > len(found[operation].body) {
			found[operation] = e
		}
	}
	return found
}

// noFaultyRequestIsValid verifies for one request of each kind that a fault in it
// would be found.
func (o opinion) noFaultyRequestIsValid(all []exchange) func(*testing.T) {
	return func(t *testing.T) {
		longest := o.longest(t, all)
		for rule, c := range map[string]struct {
			operation string
			spoil     func(*exchange)
		}{
			"a body is an object":          {spec.CreateConnector, func(e *exchange) { e.sent = []byte(`[]`) }},
			"a required member is there":   {spec.CreateSegment, func(e *exchange) { e.sent = []byte(`{"name": "x", "molecules": []}`) }},
			"a member has its type":        {spec.CreateLink, func(e *exchange) { e.sent = []byte(`{"redirect_uri": 1}`) }},
			"a parameter has its type":     {spec.ListInvitations, func(e *exchange) { e.request.URL.RawQuery = "page=first" }},
			"a parameter keeps its bounds": {spec.ListDestinationObjects, func(e *exchange) { e.request.URL.RawQuery = "per_page=101" }},
			"a token is sent":              {spec.ListTopics, func(e *exchange) { e.request.Header.Del("Authorization") }},
		} {
			e := longest[c.operation]
			e.request = e.request.Clone(t.Context())
			c.spoil(&e)
			if err := o.ofRequest(t, e); err == nil {
				t.Errorf("%s: the request is valid without", rule)
			}
		}
	}
}
