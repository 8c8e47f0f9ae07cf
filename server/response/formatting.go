package response

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/spec"
)

// Formatting is the part of responses without meaning, which no client may
// depend on. The zero value changes nothing.
type Formatting struct {
	seed uint64
	// shuffled changes the order of members; extra adds members that the
	// document does not know.
	shuffled, extra bool
	headers         bool
	chunked, gzip   bool
	layout          []jsontext.Options
}

// layouts of JSON.
var jsonLayouts = [][]jsontext.Options{
	nil,
	{jsontext.Multiline(true), jsontext.WithIndent("  ")},
	{jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true)},
}

// NewFormatting draws a formatting by a seed.
func NewFormatting(seed uint64) Formatting {
	rng := rand.New(rand.NewPCG(seed, 1))
	coin := func() bool { return rng.IntN(2) == 1 }
	return Formatting{seed: rng.Uint64(), shuffled: coin(), extra: coin(), headers: coin(), chunked: coin(), gzip: coin(),
		layout: jsonLayouts[rng.IntN(len(jsonLayouts))]}
}

// plain reports whether the bytes of a body stay unchanged.
func (m Formatting) plain() bool { return !m.shuffled && !m.extra && m.layout == nil }

// format formats a body. One that is not JSON stays as it is.
func (m Formatting) format(res Response) []byte {
	if m.plain() {
		return res.Body
	}
	value, err := readValue(jsontext.NewDecoder(bytes.NewReader(res.Body)))
	if err != nil {
		return res.Body
	}
	if o, ok := value.(Object); ok && m.extra && !closed[res.operation] {
		value = withExtras(o)
	}
	v := jsontext.Value((&form{}).value(nil, m.shuffle(value)))
	if m.layout != nil {
		_ = v.Format(m.layout...) // what was encoded here is JSON
	}
	return v
}

// closed are the operations whose responses must contain each other's members.
var closed = map[string]bool{spec.GetSegment: true, spec.ReadSegmentSource: true}

// withExtras adds a member to each record, and to the envelope of a list. A
// failure has no records, and the maps inside records have keys of the
// deployment.
func withExtras(o Object) Object {
	for i, m := range o {
		switch data := m.Value.(type) {
		case Object:
			if m.Name == "data" {
				o[i].Value = append(data, Member{"_links", Object{}})
			}
		case Array:
			if m.Name == "data" {
				for j, record := range data {
					data[j] = append(record.(Object), Member{"_links", Object{}})
				}
				o = append(o, Member{"meta", Object{{"took", jsontext.Value("1.5")}}})
			}
		}
	}
	return o
}

// shuffle changes the members of all objects to the formatting's order.
func (m Formatting) shuffle(value any) any {
	if !m.shuffled {
		return value
	}
	switch v := value.(type) {
	case Object:
		slices.SortFunc(v, func(a, b Member) int { return cmp.Compare(m.rank(a.Name), m.rank(b.Name)) })
		for i := range v {
			v[i].Value = m.shuffle(v[i].Value)
		}
	case Array:
		for i := range v {
			v[i] = m.shuffle(v[i])
		}
	}
	return value
}

// rank returns the position of a name in the formatting's order.
func (m Formatting) rank(name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return rand.New(rand.NewPCG(m.seed, h.Sum64())).Uint64()
}

// readValue reads a JSON value into the types that the encoder writes: objects
// and arrays, and everything else unchanged.
func readValue(d *jsontext.Decoder) (any, error) {
	switch d.PeekKind() {
	case '{':
		return readObject(d)
	case '[':
		return readArray(d)
	}
	v, err := d.ReadValue()
	return jsontext.Value(v.Clone()), err
}

func readObject(d *jsontext.Decoder) (o Object, err error) {
	o = Object{}
	if _, err = d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		m := Member{Name: name.String()}
		if m.Value, err = readValue(d); err != nil {
			return nil, err
		}
		o = append(o, m)
	}
	_, err = d.ReadToken()
	return o, err
}

func readArray(d *jsontext.Decoder) (a Array, err error) {
	a = Array{}
	if _, err = d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() != ']' {
		v, err := readValue(d)
		if err != nil {
			return nil, err
		}
		a = append(a, v)
	}
	_, err = d.ReadToken()
	return a, err
}

// header adds headers that the document does not know.
func (m Formatting) header(h http.Header) {
	if m.headers {
		h.Set("Server", "sync/2.1")
		h.Set("X-Request-Id", "4f1d2c3b")
		h.Set("Cache-Control", "no-store")
	}
}

// zip compresses a body for a client that accepts it.
func (m Formatting) zip(body []byte, r *http.Request, h http.Header) []byte {
	if !m.gzip || len(body) == 0 || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		return body
	}
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(body) // into memory
	_ = z.Close()
	return b.Bytes()
}

// write sends a body, in chunks or with its length.
func (m Formatting) write(w http.ResponseWriter, status int, body []byte) {
	w.WriteHeader(status)
	if m.chunked {
		half := len(body) / 2
		_, _ = w.Write(body[:half])
		_ = http.NewResponseController(w).Flush()
		body = body[half:]
	}
	_, _ = w.Write(body) // the client may have disconnected
}
