package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

var byteOrderMark = []byte("\uFEFF")

// decode reads a body in the form that the validator takes. The second result
// says why the bytes are not one valid JSON value; its promise is empty.
func decode(body []byte) (any, *Violation) {
	const sound = "one JSON value in UTF-8"
	switch {
	case len(bytes.TrimLeft(body, " \t\r\n")) == 0:
		return nil, &Violation{Expected: sound, Found: "an empty body"}
	case bytes.HasPrefix(body, byteOrderMark):
		return nil, &Violation{Expected: sound, Found: "a byte order mark before it"}
	case !utf8.Valid(body):
		return nil, &Violation{Expected: sound, Found: "bytes that are not UTF-8"}
	}
	// The bytes are known to be UTF-8; the option only lets pass an escaped
	// half of a surrogate pair, which JSON's grammar allows.
	r := reader{jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowInvalidUTF8(true))}
	value, err := r.value()
	if err != nil {
		return nil, unsound(body, err)
	}
	if _, err := r.ReadToken(); err != io.EOF {
		return nil, &Violation{Expected: "nothing after the JSON value",
			Found: "more at byte " + strconv.FormatInt(r.InputOffset(), 10)}
	}
	return value, nil
}

// unsound describes a reader's error in our words.
func unsound(body []byte, err error) *Violation {
	syntax, _ := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &Violation{Pointer: string(syntax.JSONPointer), Expected: "each member once",
			Found: quote(syntax.JSONPointer.LastToken()) + " twice"}
	case errors.Is(err, io.ErrUnexpectedEOF), syntax == nil, syntax.ByteOffset >= int64(len(body)):
		return &Violation{Expected: "one complete JSON value", Found: fmt.Sprintf("the end after %d bytes", len(body))}
	}
	r, _ := utf8.DecodeRune(body[syntax.ByteOffset:])
	return &Violation{Expected: "one JSON value", Found: fmt.Sprintf("%q at byte %d", r, syntax.ByteOffset)}
}

// reader builds values from tokens. The decoder limits its depth.
type reader struct{ *jsontext.Decoder }

func (r reader) value() (any, error) {
	token, err := r.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return token.String(), nil
	case '0':
		return numeral(token.String()), nil
	case 'n':
		return nil, nil
	}
	return token.Bool(), nil
}

func (r reader) object() (any, error) {
	members := make(map[string]any, 8)
	for r.PeekKind() != '}' {
		token, err := r.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		if members[name], err = r.value(); err != nil {
			return nil, err
		}
	}
	_, err := r.ReadToken()
	return members, err
}

func (r reader) array() (any, error) {
	items := []any{}
	for r.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := r.ReadToken()
	return items, err
}

// numeral returns a number as the validator takes it, without rounding: a
// float64 would turn 9007199254740993.5 into an integer. The validator expands
// exponents, so a number of vast size is replaced by one that is an integer if
// the original is.
func numeral(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	mantissa, exponent := splitNumeral(text)
	const vast = 400
	switch {
	case len(mantissa) <= vast && -vast <= exponent && exponent <= vast:
		return json.Number(text)
	case integral(mantissa, exponent):
		return math.MaxFloat64
	}
	return math.SmallestNonzeroFloat64
}

// splitNumeral separates digits and exponent; an exponent that does not fit an
// int becomes the nearest that does.
func splitNumeral(text string) (mantissa string, exponent int) {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return text, 0
	}
	exponent, _ = strconv.Atoi(text[i+1:])
	return text[:i], exponent
}

// integral reports whether mantissa × 10^exponent has no fraction.
func integral(mantissa string, exponent int) bool {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	fraction = strings.TrimRight(fraction, "0")
	if fraction != "" {
		return exponent >= len(fraction)
	}
	significant := strings.TrimRight(whole, "0")
	return significant == "" || exponent >= len(significant)-len(whole)
}
