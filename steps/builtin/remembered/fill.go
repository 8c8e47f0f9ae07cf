package remembered

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/jsonvalue"
	"understudy/steps/target"
)

// Filler replaces <name> in texts by the values that it stands for; other text stays as
// it is. It remembers the first problem: see Err.
type Filler struct {
	// find returns what a name stands for, and whether it stands for anything.
	find func(name string) (value, bool, error)
	err  error
	// secret says that a value was filled in that no report shows.
	secret bool
}

// For fills in what a scenario remembers.
func For(w *world.World) *Filler {
	return &Filler{find: func(name string) (value, bool, error) {
		if isReserved(name) {
			v, err := reserved(w, name)
			return v, err == nil, err
		}
		v, ok := of(w)[name]
		return v, ok, nil
	}}
}

// InLint fills in a number for every name: a text is checked before its values are known, and
// shown as it is written.
func InLint() *Filler {
	return &Filler{find: func(string) (value, bool, error) { return value{Result: gjson.Parse("1"), secret: true}, true, nil }}
}

// Err is why a value could not be filled in: the target file lacks it.
func (f *Filler) Err() error { return f.err }

// Shown returns a text with the values in it for a report: as it was written where one
// of them is secret.
func (f *Filler) Shown(written, filled string) string {
	if f.secret {
		return written
	}
	return filled
}

// Text fills values into a text, each changed by escape, which may be nil.
func (f *Filler) Text(text string, escape func(string) string) string {
	return placeholder().ReplaceAllStringFunc(text, func(m string) string {
		v, ok := f.value(m[1 : len(m)-1])
		if !ok {
			return m
		}
		if escape == nil {
			return plain(v)
		}
		return escape(plain(v))
	})
}

// Path fills values into a gjson path.
func (f *Filler) Path(path string) string { return f.Text(path, nil) }

// JSON fills values into a JSON text: within quotes as text, elsewhere as they are.
func (f *Filler) JSON(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); {
		m := ""
		if text[i] == '<' {
			m = opening().FindString(text[i:])
		}
		if v, ok := f.value(strings.Trim(m, "<>")); m != "" && ok {
			b.WriteString(inJSON(v, quoted))
			i += len(m)
			continue
		}
		if quoted && text[i] == '\\' && i+1 < len(text) {
			b.WriteByte(text[i])
			i++
		} else if text[i] == '"' {
			quoted = !quoted
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// value returns what a name stands for.
func (f *Filler) value(name string) (value, bool) {
	if name == "" {
		return value{}, false
	}
	v, ok, err := f.find(name)
	if err != nil && f.err == nil {
		f.err = err
	}
	f.secret = f.secret || ok && v.secret
	return v, ok
}

func inJSON(v value, quoted bool) string {
	if !quoted {
		return v.Raw
	}
	text, _ := json.Marshal(plain(v))
	return string(text[1 : len(text)-1])
}

// plain returns a value as text: a string without its quotes, a whole number without a
// fraction, anything else as JSON.
func plain(v value) string {
	switch v.Type {
	case gjson.String:
		return v.Str
	case gjson.Number:
		return jsonvalue.Number(v.Result)
	}
	return v.Raw
}

func textual(text string) gjson.Result {
	raw, _ := json.Marshal(text)
	return gjson.ParseBytes(raw)
}

// isReserved reports whether a name is not a scenario's own: those have no dots.
func isReserved(name string) bool { return strings.Contains(name, ".") }

// Reserved are the names that stand for values of the target file, and of the run.
func Reserved() (all []string) {
	for _, key := range target.Keys() {
		if !strings.HasPrefix(key, "tokens.") {
			all = append(all, key)
		}
	}
	return append(slices.Sorted(slices.Values(all)), "run.id", "run.name")
}

// KeysIn are the keys of the target file that texts need.
func KeysIn(texts ...string) (keys []string) {
	for _, name := range namesIn(texts...) {
		if slices.Contains(target.Keys(), name) && !slices.Contains(keys, name) {
			keys = append(keys, name)
		}
	}
	return keys
}

// reserved returns what a reserved name stands for; a key that the target file lacks
// skips the scenario.
func reserved(w *world.World, name string) (value, error) {
	switch name {
	case "run.id":
		return value{Result: textual(w.Run.ID)}, nil
	case "run.name":
		return value{Result: textual(w.Run.Name())}, nil
	}
	if err := w.Has(name); err != nil {
		return value{}, err
	}
	part, key, _ := strings.Cut(name, ".")
	parts := map[string]any{"resources": w.Run.Target.Resources, "samples": w.Run.Target.Samples}
	text, err := json.Marshal(parts[part])
	return value{gjson.GetBytes(text, key), part == "samples"}, err
}
