package contract

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/spec"
)

// The contract's own keywords, as its header explains them.
const (
	ownerKey  = "x-promise"
	gapKey    = "x-gap"
	formatKey = "x-format"
)

// clause is what the contract says about the body of an operation's success
// response, or of its request.
type clause struct {
	// code is the promised status code, 0 for any 2xx; codePromise owns it, and
	// wire owns what JSON itself requires of the bytes.
	code        int
	codePromise string
	wire        string
	// root is the tree of the places in the body.
	root *node
	// compiled is the validator's form of the schema, made at first use.
	compiled func() *jsonschema.Schema
	// describe says what was found instead of what was expected.
	describe func(value any) string
	// request is the request of the same operation; nil in the clause of a request.
	request *requestClause
}

// find returns the clause of an operation.
func find(operation string) *clause {
	c, ok := clauses()[operation]
	if !ok {
		panic("contract: no operation " + operation)
	}
	return c
}

// clauses are the clauses of all operations, by their ids.
var clauses = sync.OnceValue(readClauses)

// readClauses reads the contract. It is part of the program: a fault in it panics.
func readClauses() map[string]*clause {
	top, err := readDocument()
	if err != nil {
		panic(fmt.Errorf("contract: %w", err))
	}
	all := map[string]*clause{}
	for _, op := range spec.Operations {
		c, err := newClause(top, op)
		if err != nil {
			panic(fmt.Errorf("contract: operation %s: %w", op.ID, err))
		}
		all[op.ID] = c
	}
	return all
}

func newClause(top part, op spec.Operation) (*clause, error) {
	operation, err := operationOf(top, op)
	if err != nil {
		return nil, err
	}
	key, response := success(operation)
	if !response.exists() {
		return nil, fmt.Errorf("no 2xx response")
	}
	media := response.at("content", "application/json")
	schema := media.at("schema")
	if !schema.exists() {
		return nil, fmt.Errorf("the response %s has no JSON schema", key)
	}
	c := &clause{codePromise: response.owner(""), describe: describe}
	c.code, _ = strconv.Atoi(key)
	c.wire = media.owner(c.codePromise)
	c.root = newRoot(schema, c.wire)
	c.compiled = compiler(schema)
	c.request, err = newRequest(top, op)
	return c, err
}
