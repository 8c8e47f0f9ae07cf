// Package jsonvalue compares JSON values of responses, most of which have several notations.
//
// It imports nothing else of the project. Start reading at Rules.
package jsonvalue

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Number writes a number of a response as an integer, if it is one. Large ones
// are exact, whether they are written with a fraction of 0 or not.
func Number(v gjson.Result) string {
	if whole := strings.TrimSuffix(v.Raw, ".0"); isDigits(whole) {
		return whole
	}
	if n := v.Int(); v.Num == float64(n) {
		return strconv.FormatInt(n, 10)
	}
	return v.Raw
}

func isDigits(text string) bool { return strings.Trim(text, "-0123456789") == "" }

// Key returns what identifies a resource: a string, or a number. A long one is cut, and
// its hash added.
func Key(v gjson.Result) string {
	key := v.String()
	if v.Type == gjson.Number {
		key = Number(v)
	}
	if len(key) > longestKey {
		return fmt.Sprintf("%s… %x", strings.ToValidUTF8(key[:longestKey/2], ""), sha256.Sum256([]byte(key)))
	}
	return strings.Clone(key)
}

// longestKey is the greatest length of a key that is not cut, in bytes.
const longestKey = 200

// Canonical returns a value in one notation, so that two values are equal if their texts are:
// integers are exact, other numbers are those of floating point, members are sorted. Of a
// member that an object has twice, the first counts. A value that does not exist is null.
func Canonical(v gjson.Result) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v gjson.Result) []byte {
	switch {
	case v.Type == gjson.Null:
		return append(b, "null"...)
	case v.Type == gjson.Number:
		return appendNumber(b, v)
	case v.Type == gjson.String:
		return strconv.AppendQuote(b, v.Str)
	case v.IsArray():
		b = append(b, '[')
		for _, item := range v.Array() {
			b = append(appendCanonical(b, item), ',')
		}
		return append(b, ']')
	case v.IsObject():
		members := v.Map()
		b = append(b, '{')
		for _, name := range slices.Sorted(maps.Keys(members)) {
			b = append(strconv.AppendQuote(b, name), ':')
			b = append(appendCanonical(b, members[name]), ',')
		}
		return append(b, '}')
	}
	return append(b, v.Raw...)
}

func appendNumber(b []byte, v gjson.Result) []byte {
	text := Number(v)
	if isDigits(text) || math.IsInf(v.Num, 0) {
		return append(b, text...)
	}
	return strconv.AppendFloat(b, v.Num, 'g', -1, 64)
}
