package client

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
)

// mostAlike is how many members of a resource an object may have that is none, such as an
// error with an id, a name and a time.
const mostAlike = 3

// Shows says what a response shows of a resource, in whatever member of the body, such as
// one for debugging: a request without a valid token gets none. It is Effect where data
// shows something; "" is nothing. Members that the request sent are no resource.
func (e *Exchange) Shows() string {
	what := e.Effect()
	if what != "" || !e.KnowsEffect() || !e.IsJSON() {
		return what
	}
	names := map[string]bool{}
	for _, m := range contract.Members(e.Operation) {
		if name := strings.TrimPrefix(strings.TrimPrefix(m.Pattern, "/data/"), "*/"); !strings.Contains(name, "/") {
			names[name] = !strings.Contains(string(e.Request.Body), `"`+name+`"`)
		}
	}
	if at := resourceIn(e.JSON(), names, "the body"); at != "" {
		return fmt.Sprintf("members of a resource in %s", at)
	}
	return ""
}

// resourceIn returns the place of an object with more than mostAlike members of a resource, in
// a value at a place; "" where it has none.
func resourceIn(v gjson.Result, names map[string]bool, place string) (found string) {
	alike := 0
	v.ForEach(func(key, value gjson.Result) bool {
		below := place
		if v.IsObject() {
			below = fmt.Sprintf("%q", key.String())
			if names[key.String()] && value.Type != gjson.Null {
				alike++
			}
		}
		if value.IsObject() || value.IsArray() {
			found = resourceIn(value, names, below)
		}
		return found == ""
	})
	if found == "" && alike > mostAlike {
		return place
	}
	return found
}
