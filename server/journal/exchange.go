package journal

import (
	"cmp"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// Exchange is a request and its response, as they were. It contains secrets:
// Show removes them.
type Exchange struct {
	Seq uint64
	// Epoch is the epoch of the world's view that responded.
	Epoch uint64
	// Time is real time, World that of the sandbox's clock; both when the
	// request arrived. Took is how long the response took.
	Time, World time.Time
	Took        time.Duration
	// Operation is the id of the operation, or the name of a request to the
	// editor's page; empty if the request matches none. Page says that it is
	// for that page, which no contract describes.
	Operation string
	Page      bool
	Method    string
	// Prefix leads to the sandbox, Path is the escaped path after it.
	Prefix, Path, Query string
	Host, Proto         string
	TLS                 bool
	// Status is that of the response, 0 if there was none.
	Status            int
	Request, Response Message
	// Fault describes the faults of the request, of which FaultKinds are the kinds;
	// Rejected says why it was rejected as one outside the contract, and Limit which
	// limit of the fake it exceeded. All are empty for most.
	Fault, Rejected, Limit string
	// Reason says why the API rejected it, also where the response does not. Hint says
	// what to do instead, in words of the fake alone, so that a log may have it.
	Reason, Hint string
	FaultKinds   []string

	dependences []Dependence
	few         [8]Dependence
	// size is the result of measure after the exchange is complete.
	size int
}

// measure returns approximately how many bytes of memory an exchange takes.
func (e *Exchange) measure() int {
	const alone = 1 << 10
	return alone + len(e.Method) + len(e.Path) + len(e.Query) + len(e.Host) + e.Request.measure() + e.Response.measure()
}

// Message is a request or a response.
type Message struct {
	Header []Field
	// HeaderCut says that some fields were too large to keep.
	HeaderCut bool
	// Body is the start of the body, Size the number of bytes of the whole.
	Body []byte
	Size int64
}

func (m *Message) measure() int {
	size := cap(m.Body)
	for _, f := range m.Header {
		size += f.measure()
	}
	return size
}

// Cut reports whether the body was longer than the part that was kept.
func (m *Message) Cut() bool { return m.Size > int64(len(m.Body)) }

func (m *Message) keep(b []byte, limit int) {
	m.Size += int64(len(b))
	if room := limit - len(m.Body); room > 0 {
		m.Body = append(m.Body, b[:min(room, len(b))]...)
	}
}

// Field is one value of a header.
type Field struct{ Name, Value string }

func (f Field) measure() int { return int(unsafe.Sizeof(f)) + len(f.Name) + len(f.Value) }

// maxHeader is how many bytes of the header of a message are kept.
const maxHeader = 16 << 10

// keepHeader keeps the fields of a header; of one that is too large, those that
// fit, the smallest first.
func (m *Message) keepHeader(h http.Header) {
	m.Header = slices.Grow(m.Header[:0], len(h)) // most have one value
	size := 0
	for name, values := range h {
		for _, v := range values {
			f := Field{name, v}
			m.Header = append(m.Header, f)
			size += f.measure()
		}
	}
	if size <= maxHeader {
		return
	}
	m.HeaderCut = true
	slices.SortFunc(m.Header, func(a, b Field) int {
		return cmp.Or(cmp.Compare(a.measure(), b.measure()), strings.Compare(a.Name, b.Name))
	})
	n := len(m.Header)
	for ; size > maxHeader; n-- {
		size -= m.Header[n-1].measure()
	}
	m.Header = slices.Clone(m.Header[:n]) // so that the others can be freed
}

// header returns the message's header, as net/http represents it.
func (m *Message) header() http.Header {
	h := http.Header{}
	for _, f := range m.Header {
		h[f.Name] = append(h[f.Name], f.Value)
	}
	return h
}

// Dependence is a gap that the response depended on, with its variant: another
// variant would have led to another response.
type Dependence struct {
	Gap     string `json:"gap"`
	Variant string `json:"variant"`
}

// Dependences returns the gaps that the response depended on.
func (e *Exchange) Dependences() []Dependence { return e.dependences }

// DependsOn records a gap, once. A nil exchange records nothing.
func (e *Exchange) DependsOn(gap, variant string) {
	if e == nil {
		return
	}
	for _, l := range e.dependences {
		if l.Gap == gap {
			return
		}
	}
	if e.dependences == nil {
		e.dependences = e.few[:0]
	}
	e.dependences = append(e.dependences, Dependence{gap, variant})
}

// Exceeds records the limit of the fake that rejected the request. The response is
// not the API's, so that it depends on no gap. A nil exchange records nothing.
func (e *Exchange) Exceeds(limit string) {
	if e != nil {
		e.Limit, e.dependences = limit, nil
	}
}

// Explain records why the API rejected the request, and what to do instead. A nil
// exchange records nothing.
func (e *Exchange) Explain(reason, hint string) {
	if e != nil {
		e.Reason, e.Hint = reason, hint
	}
}

// Recorder records one exchange. It is the ResponseWriter of its request.
type Recorder struct {
	http.ResponseWriter
	// Exchange is what was recorded so far. After it is kept it belongs to the
	// journal.
	Exchange *Exchange
	// Finished, unless nil, is called with the complete exchange before the journal
	// gets it, and so before a client has the whole response.
	Finished func(*Exchange)
	journal  *Journal
	start    time.Time
	// declared and promised are the Content-Lengths of request and response, -1
	// if there is none; kept says that the exchange is in the journal, after
	// which it must not be changed.
	declared, promised int64
	kept               bool
	// body records the request's body; nil if there is none.
	body *tee
}

// Record begins an exchange, which is empty, and returns the request to
// continue with, whose body is recorded as it is read. The caller sets what the
// exchange does not take from the request: Time, World, Prefix and Path. Done
// ends it, and measures the time from the start. Where the journal keeps nothing, the
// exchange gets no headers and bodies.
func (j *Journal) Record(w http.ResponseWriter, r *http.Request, e *Exchange, start time.Time) (*Recorder, *http.Request) {
	e.Method, e.Query, e.Host, e.Proto, e.TLS = r.Method, r.URL.RawQuery, r.Host, r.Proto, r.TLS != nil
	declared := r.ContentLength
	var body *tee
	if !j.keeps() {
		return &Recorder{ResponseWriter: w, Exchange: e, journal: j, start: start, declared: declared, promised: -1}, r
	}
	e.Request.keepHeader(r.Header)
	if r.Body != nil && r.ContentLength != 0 {
		if n := min(r.ContentLength, int64(j.all.limits.Body)); n > 0 {
			e.Request.Body = slices.Grow(e.Request.Body, int(n))
		}
		body = &tee{ReadCloser: r.Body, into: &e.Request, limit: j.all.limits.Body, waits: r.Header.Get("Expect") != ""}
		read := *r
		read.Body = body
		r = &read
	}
	return &Recorder{ResponseWriter: w, Exchange: e, journal: j, start: start, declared: declared, promised: -1, body: body}, r
}

// tee keeps what is read.
type tee struct {
	io.ReadCloser
	into  *Message
	limit int
	ended bool
	// waits says that the client sends nothing until somebody reads.
	waits bool
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	t.into.keep(p[:n], t.limit)
	t.ended = t.ended || err != nil
	return n, err
}

// start reads what nobody has read of the start that is kept, and a byte more:
// it reports whether there is more.
func (t *tee) start() {
	if missing := int64(t.limit) + 1 - t.into.Size; !t.ended && missing > 0 {
		_, _ = io.CopyN(io.Discard, t, missing) // a body that breaks off has no more
	}
}

// Done ends the exchange and keeps it, unless its response was complete before.
func (rec *Recorder) Done() {
	if rec.kept {
		return
	}
	rec.kept = true
	e := rec.Exchange
	e.Request.Size = max(e.Request.Size, rec.declared) // the declared size may be larger than what was read
	e.Took = time.Since(rec.start)
	if rec.body != nil {
		rec.body.into = new(Message) // the exchange has everything that it keeps
	}
	if rec.Finished != nil {
		rec.Finished(e)
	}
	rec.journal.add(e)
}

// WriteHeader passes the header on and keeps it. After that net/http lets
// nobody read the request any more.
func (rec *Recorder) WriteHeader(status int) {
	if !rec.kept && rec.Exchange.Status == 0 {
		if rec.body != nil && !rec.body.waits {
			rec.body.start()
		}
		rec.Exchange.Status = status
		if rec.journal.keeps() {
			rec.Exchange.Response.keepHeader(rec.Header())
		}
		if n, err := strconv.ParseInt(rec.Header().Get("Content-Length"), 10, 64); err == nil {
			rec.promised = n
		}
	}
	rec.ResponseWriter.WriteHeader(status)
}

// Write passes a part of the body on and keeps its start. The exchange is kept
// before the last part is sent: a client that has the whole response finds it
// in the journal.
func (rec *Recorder) Write(b []byte) (int, error) {
	if rec.kept {
		return rec.ResponseWriter.Write(b)
	}
	if rec.Exchange.Status == 0 {
		rec.WriteHeader(http.StatusOK)
	}
	if body := &rec.Exchange.Response; body.Size+int64(len(b)) == rec.promised {
		body.keep(b, rec.journal.all.limits.Body)
		rec.Done()
		return rec.ResponseWriter.Write(b)
	}
	n, err := rec.ResponseWriter.Write(b)
	rec.Exchange.Response.keep(b[:n], rec.journal.all.limits.Body)
	return n, err
}

// Unwrap lets a http.ResponseController reach the connection.
func (rec *Recorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }
