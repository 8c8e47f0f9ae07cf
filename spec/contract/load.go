package contract

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi/orderedmap"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

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
	d, err := readDocument()
	if err != nil {
		panic(fmt.Errorf("contract: %w", err))
	}
	all := map[string]*clause{}
	for _, op := range spec.Operations {
		c, err := newClause(d, op)
		if err != nil {
			panic(fmt.Errorf("contract: operation %s: %w", op.ID, err))
		}
		all[op.ID] = c
	}
	return all
}

func newClause(d *document, op spec.Operation) (*clause, error) {
	operation := d.at(d.root, "paths", op.Path, strings.ToLower(op.Method))
	if id := text(d.at(operation, "operationId")); id != op.ID {
		return nil, fmt.Errorf("%s %s is the operation %q", op.Method, op.Path, id)
	}
	key, response := d.success(operation)
	if response == nil {
		return nil, fmt.Errorf("no 2xx response")
	}
	media := d.at(response, "content", "application/json")
	schema, err := d.schema(d.at(media, "schema"))
	if err != nil {
		return nil, fmt.Errorf("the JSON of response %s: %w", key, err)
	}
	c := &clause{codePromise: text(d.at(response, ownerKey)), describe: describe}
	c.code, _ = strconv.Atoi(key)
	c.wire = cmp.Or(text(d.at(media, ownerKey)), c.codePromise)
	c.root, err = newRoot(schema, c.wire)
	if err != nil {
		return nil, err
	}
	c.compiled = compiler(schema)
	c.request, err = newRequest(d, op)
	return c, err
}

// success returns the 2xx response of an operation, which has exactly one.
// Where any 2xx is allowed, 200 stands beside 2XX for tools that do not know
// ranges, and is the same response.
func (d *document) success(operation *yaml.Node) (code string, response *yaml.Node) {
	responses := d.at(operation, "responses")
	if anyCode := d.at(responses, "2XX"); anyCode != nil {
		return "2XX", anyCode
	}
	for _, code := range keys(responses) {
		if strings.HasPrefix(code, "2") {
			return code, d.at(responses, code)
		}
	}
	return "", nil
}

// owner returns the promise named beside a keyword, or else that of the parent.
func owner(extensions *orderedmap.Map[string, *yaml.Node], above string) string {
	return cmp.Or(extension(extensions, ownerKey), above)
}

// extension returns the text of one of the contract's own keywords, or "".
func extension(extensions *orderedmap.Map[string, *yaml.Node], key string) string {
	if named, ok := extensions.Get(key); ok {
		return named.Value
	}
	return ""
}
