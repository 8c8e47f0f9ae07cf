package recording

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/server/secret"
	"understudy/spec"
	"understudy/spec/pattern"
)

// Draft is a scenario made of exchanges.
type Draft struct {
	// Name is that of the feature and of its scenario, Expects the id of the expectation
	// that it checks.
	Name, Expects string
	// Resources are the values of the target file by key: where a request has one, the
	// draft has its key.
	Resources map[string]string

	// LeftOut says of what was recorded and is not in the draft why.
	LeftOut []string

	calls []call
	names map[string]int
}

// call is a request of the draft.
type call struct {
	Exchange
	// remember are the values of the response that later requests use: names by path.
	remember map[string]string
	order    []string
	path     string
	body     string
}

// NewDraft makes a draft of an archive.
func NewDraft(name, expects string, a Archive, resources map[string]string) *Draft {
	d := &Draft{Name: name, Expects: expects, Resources: resources, names: map[string]int{}, LeftOut: a.LeftOut}
	for _, e := range a.Exchanges {
		if e.Operation == spec.UpdateDestination && e.Status >= 300 {
			d.LeftOut = append(d.LeftOut, fmt.Sprintf("an update of a destination with HTTP %d: understudy steps lists steps about rejected updates", e.Status))
			continue
		}
		c := call{Exchange: e, remember: map[string]string{}}
		c.path = d.pathOf(e)
		c.body = d.bodyOf(e)
		d.calls = append(d.calls, c)
	}
	return d
}

// Requests is how many requests the draft has.
func (d *Draft) Requests() int { return len(d.calls) }

// pathOf returns the path of a request with placeholders for the values that are known.
func (d *Draft) pathOf(e Exchange) string {
	op := spec.OperationOf(e.Operation)
	template, parts := strings.Split(op.Path, "/"), strings.Split(e.Path, "/")
	for i, part := range parts {
		if plain, err := url.PathUnescape(part); err == nil && i < len(template) && strings.HasPrefix(template[i], "{") {
			if known := d.known(strings.Trim(template[i], "{}"), plain); known != "" {
				parts[i] = known
			}
		}
	}
	path := strings.Join(parts, "/")
	if query := withoutSecrets(e.Query); query != "" {
		path += "?" + query
	}
	return path
}

// withoutSecrets returns a query without the parameters that may hold a secret.
func withoutSecrets(query string) string {
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); !secret.Parameter(name) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

// bareURL returns a URL without its user, query and fragment, which may hold a secret,
// and any other text as it is.
func bareURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return text
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// known returns the placeholder of a value that the target file or an earlier response
// has, empty where none has it. What is already remembered is not remembered again.
func (d *Draft) known(key, value string) string {
	for _, k := range slices.Sorted(maps.Keys(d.Resources)) {
		if d.Resources[k] == value && strings.HasSuffix("_"+k, "_"+key) {
			return "<resources." + k + ">"
		}
	}
	for _, c := range d.calls {
		for path, name := range c.remember {
			if fits(path, key) && gjson.Get(c.Response, path).String() == value {
				return "<" + name + ">"
			}
		}
	}
	for i := len(d.calls) - 1; i >= 0; i-- {
		if c := &d.calls[i]; c.Status < 300 {
			if path := pathTo(c.Response, key, value); path != "" {
				return "<" + d.remember(c, path, key) + ">"
			}
		}
	}
	return ""
}

// remember makes a call remember a value of its response, and returns its name.
func (d *Draft) remember(c *call, path, key string) string {
	if name := c.remember[path]; name != "" {
		return name
	}
	d.names[key]++
	name := key
	if n := d.names[key]; n > 1 {
		name = fmt.Sprintf("%s_%d", key, n)
	}
	c.remember[path], c.order = name, append(c.order, path)
	return name
}

// pathTo returns the path of the member of a response that has a value and whose name
// fits a key: segment_id is the id of a segment, or a member segment_id.
func pathTo(response, key, value string) (path string) {
	walk(gjson.Parse(response), "", func(at string, v gjson.Result) {
		if path == "" && fits(at, key) && v.String() == value {
			path = at
		}
	})
	return path
}

// fits reports whether the member at a path can be what a key names.
func fits(path, key string) bool {
	name := path[strings.LastIndex(path, ".")+1:]
	return name == key || name == "id" && strings.HasSuffix(key, "_id")
}

// walk visits the scalars of a value whose names can be written in a path. Of an array
// it visits the first item.
func walk(v gjson.Result, at string, visit func(path string, v gjson.Result)) {
	join := func(name string) string { return strings.TrimPrefix(at+"."+name, ".") }
	switch {
	case v.IsObject():
		v.ForEach(func(key, value gjson.Result) bool {
			if plainKey().MatchString(key.String()) {
				walk(value, join(key.String()), visit)
			}
			return true
		})
	case v.IsArray():
		if first := v.Get("0"); first.Exists() {
			walk(first, join("0"), visit)
		}
	default:
		visit(at, v)
	}
}

var plainKey = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]{0,60}$`)

// mayBeSecret reports whether a value at a path of a body may be a secret: it, or what it is in,
// has the name of one. Custom headers may be secrets, whatever their names.
func mayBeSecret(at string) bool {
	return slices.ContainsFunc(strings.Split(at, "."), func(name string) bool { return secret.Parameter(name) || strings.EqualFold(name, "headers") })
}

// bodyOf returns the body of a request with placeholders: for known ids, and a new name
// for what it creates. What may be a secret is redacted.
func (d *Draft) bodyOf(e Exchange) string {
	if e.Body == "" {
		return ""
	}
	var b strings.Builder
	d.render(&b, gjson.Parse(e.Body), "", e.Method == http.MethodPost)
	return b.String()
}

// redacted stands for a secret in a draft.
const redacted = "[redacted]"

// render writes a value of a body, at a path in it.
func (d *Draft) render(b *strings.Builder, v gjson.Result, at string, creates bool) {
	open, end := "{", "}"
	if v.IsArray() {
		open, end = "[", "]"
	}
	if !v.IsObject() && !v.IsArray() {
		b.WriteString(d.scalar(v, at, creates))
		return
	}
	separator := open
	v.ForEach(func(key, value gjson.Result) bool {
		b.WriteString(separator)
		separator = ", "
		if v.IsObject() {
			b.WriteString(key.Raw + ": ")
		}
		d.render(b, value, strings.TrimPrefix(at+"."+key.String(), "."), creates)
		return true
	})
	if separator == open {
		b.WriteString(open)
	}
	b.WriteString(end)
}

// scalar returns a text, a number, true, false or null of a body as it is written in the
// draft.
func (d *Draft) scalar(v gjson.Result, at string, creates bool) string {
	name := at[strings.LastIndex(at, ".")+1:]
	switch {
	case (v.Type == gjson.String || v.Type == gjson.Number) && mayBeSecret(at):
		return strconv.Quote(redacted)
	case creates && v.Type == gjson.String && at == "name":
		return `"<run.name>"`
	case creates && v.Type == gjson.String && name == "service_name":
		d.names[name+" of the run"]++
		return fmt.Sprintf(`"understudy_<run.id>_recorded_%d"`, d.names[name+" of the run"])
	case v.Type == gjson.Number && strings.HasSuffix(name, "_id"):
		if known := d.known(name, v.String()); known != "" {
			return known
		}
	}
	if bare := bareURL(v.Str); v.Type == gjson.String && bare != v.Str {
		return strconv.Quote(bare)
	}
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(v.Raw)
}
