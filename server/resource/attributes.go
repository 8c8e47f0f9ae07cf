package resource

import "encoding/json"

// Attributes are those that molecules speak of, at any depth, in their order.
// One that is spoken of twice is there twice.
func Attributes(molecules json.RawMessage) []string {
	var v any
	if json.Unmarshal(molecules, &v) != nil {
		return nil
	}
	return attributes(nil, v)
}

func attributes(found []string, v any) []string {
	switch v := v.(type) {
	case []any:
		for _, molecule := range v {
			found = attributes(found, molecule)
		}
	case map[string]any:
		if attribute, ok := v["attribute"].(string); ok {
			return append(found, attribute)
		}
		return attributes(found, v["molecules"])
	}
	return found
}
