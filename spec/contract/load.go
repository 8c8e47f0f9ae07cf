package contract

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi/datamodel"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	lowv3 "github.com/pb33f/libopenapi/datamodel/low/v3"
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
	model, err := readModel()
	if err != nil {
		panic(fmt.Errorf("contract: %w", err))
	}
	all := map[string]*clause{}
	for _, op := range spec.Operations {
		c, err := newClause(model, op)
		if err != nil {
			panic(fmt.Errorf("contract: operation %s: %w", op.ID, err))
		}
		all[op.ID] = c
	}
	return all
}

// readModel reads the document with the packages of its model: the library's
// own function imports those of other formats too, which take long to compile.
func readModel() (*v3.Document, error) {
	info, err := datamodel.ExtractSpecInfo(spec.OpenAPI)
	if err != nil {
		return nil, err
	}
	document, err := lowv3.CreateDocumentFromConfig(info, datamodel.NewDocumentConfiguration())
	if err != nil {
		return nil, err
	}
	return v3.NewDocument(document), nil
}

func newClause(model *v3.Document, op spec.Operation) (*clause, error) {
	operation, err := operationOf(model, op)
	if err != nil {
		return nil, err
	}
	key, response := success(operation.Responses)
	if response == nil {
		return nil, fmt.Errorf("no 2xx response")
	}
	media, ok := response.Content.Get("application/json")
	if !ok || media.Schema == nil {
		return nil, fmt.Errorf("the response %s has no JSON schema", key)
	}
	c := &clause{codePromise: owner(response.Extensions, ""), describe: describe}
	c.code, _ = strconv.Atoi(key)
	c.wire = owner(media.Extensions, c.codePromise)
	c.root, err = newRoot(media.Schema, c.wire)
	if err != nil {
		return nil, err
	}
	c.compiled = compiler(media.Schema)
	c.request, err = newRequest(model, op)
	return c, err
}

func operationOf(model *v3.Document, op spec.Operation) (*v3.Operation, error) {
	item, ok := model.Paths.PathItems.Get(op.Path)
	if !ok {
		return nil, fmt.Errorf("no path %s", op.Path)
	}
	operation, ok := item.GetOperations().Get(strings.ToLower(op.Method))
	if !ok || operation.OperationId != op.ID {
		return nil, fmt.Errorf("%s %s is not the operation", op.Method, op.Path)
	}
	return operation, nil
}

// success returns the 2xx response of an operation, which has exactly one.
// Where any 2xx is allowed, 200 stands beside 2XX for tools that do not know
// ranges, and is the same response.
func success(responses *v3.Responses) (string, *v3.Response) {
	if anyCode, ok := responses.Codes.Get("2XX"); ok {
		return "2XX", anyCode
	}
	for key, response := range responses.Codes.FromOldest() {
		if strings.HasPrefix(key, "2") {
			return key, response
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
