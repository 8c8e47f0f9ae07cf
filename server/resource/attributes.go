package resource

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Attributes returns the attributes in molecules, at any depth, in their order.
// Duplicates are kept.
func Attributes(molecules jsontext.Value) []string {
	if !gjson.ValidBytes(molecules) {
		return nil
	}
	return attributes(nil, gjson.ParseBytes(molecules))
}

func attributes(found []string, v gjson.Result) []string {
	switch {
	case v.IsArray():
		for _, molecule := range v.Array() {
			found = attributes(found, molecule)
		}
	case v.IsObject():
		if attribute := v.Get("attribute"); attribute.Type == gjson.String {
			return append(found, attribute.Str)
		}
		return attributes(found, v.Get("molecules"))
	}
	return found
}
