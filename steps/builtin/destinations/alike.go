package destinations

import (
	"strings"
	"sync"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/jsonvalue"
)

// objectPlace is the place of an object within a list of them.
const objectPlace = "/data/*"

// objectsAlike are the rules for two views of an object. They may differ in members that only
// one of them shows or that are null, in those that the document does not name, and in the order
// of lists. Notes, which the document calls a text or null, and the keys of maps count all the
// same. They are read from the contract when first needed: that takes 10 ms.
var objectsAlike = sync.OnceValue(func() jsonvalue.Rules {
	places := map[string]bool{}
	for _, m := range contract.Members(spec.ListDestinationObjects) {
		places[m.Pattern] = true
	}
	return jsonvalue.Rules{
		IgnoreMissing: true,
		IgnoreNull:    true,
		NullIsText:    func(place string) bool { return strings.HasSuffix(place, "/notes") },
		IgnoreOrder:   true,
		NamedBy:       []string{"full_name", "name", "id"},
		Documented:    places,
	}
})
