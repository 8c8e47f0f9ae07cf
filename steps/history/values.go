package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/jsonvalue"
)

// differences returns the documented members in which two responses show a record
// differently: in a value, or in the number of items. The order of items, the
// notation of an instant or a number, and whether a member is null, absent, an empty
// text or an empty array make no difference. The lists of an object, and the values that one of its
// fields supports, are content of its destination.
func differences(operation string, a, b gjson.Result) (own, content []Contradiction) {
	longer := "\x00" // the array whose items are not compared, as their number differs
	for _, m := range contract.Members(operation) {
		if !strings.HasPrefix(m.Pattern, "/data/*/") || slices.Contains(m.Type, "object") || strings.HasPrefix(m.Pattern, longer) {
			continue
		}
		was, is := valuesAt(a, m.Pattern), valuesAt(b, m.Pattern)
		if was == is || strings.Contains(was+is, localTime) {
			continue
		}
		c := Contradiction{Member: m, Was: was, Is: is}
		if c.IsContent = strings.HasPrefix(m.Pattern, "/data/*/data/") || strings.Contains(m.Pattern, "/supported_values"); c.IsContent {
			content = append(content, c)
		} else {
			own = append(own, c)
		}
		if slices.Contains(m.Type, "array") {
			longer = m.Pattern + "/"
		}
	}
	return own, content
}

// valuesAt returns the values of a record at a member's place, as one text.
func valuesAt(record gjson.Result, pattern string) string {
	values := collect(record, strings.Split(strings.TrimPrefix(pattern, "/data/*/"), "/"))
	slices.Sort(values)
	return strings.Join(values, ", ")
}

func collect(v gjson.Result, path []string) (all []string) {
	if len(path) == 0 {
		if v.Type == gjson.Null || v.Type == gjson.String && v.Str == "" || v.IsArray() && len(v.Array()) == 0 {
			return nil
		}
		return []string{canonical(v)}
	}
	if path[0] != "*" {
		return collect(v.Get(gjson.Escape(path[0])), path[1:])
	}
	v.ForEach(func(key, inner gjson.Result) bool {
		for _, value := range collect(inner, path[1:]) {
			if v.IsObject() {
				value = strconv.Quote(key.String()) + ": " + value
			}
			all = append(all, value)
		}
		return true
	})
	return all
}

// localTime replaces an instant without an offset, which cannot be compared
// with others.
const localTime = "a local time"

// canonical writes a value in one notation: a text, an instant and a number
// have several. Instants are compared to the second.
func canonical(v gjson.Result) string {
	switch v.Type {
	case gjson.Number:
		return jsonvalue.Number(v)
	case gjson.JSON:
		return fmt.Sprintf("%d items", len(v.Array()))
	case gjson.String:
		at, zoned, err := contract.ParseTime(v.String())
		switch {
		case err != nil:
			return strconv.Quote(v.String())
		case !zoned:
			return localTime
		}
		return at.UTC().Truncate(time.Second).Format(time.RFC3339)
	}
	return v.Raw
}
