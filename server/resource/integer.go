package resource

import (
	"math"
	"strconv"
)

// MaxInteger is the largest integer that every JSON reader represents exactly.
// Integers beyond it, in both directions, are cut to it.
const MaxInteger = 1<<53 - 1

// Number is a decimal number in the text of a parameter or a JSON value.
type Number struct {
	// Floor and Ceil are the integers around it, both the number itself if it
	// has no fraction; they are within ±MaxInteger.
	Floor, Ceil int64
}

// Fraction reports whether the number is between two integers.
func (n Number) Fraction() bool { return n.Floor != n.Ceil }

// ParseNumber reads a number in JSON's grammar; leading zeros are allowed.
// 2, 2.0 and 2e0 are the integer 2.
func ParseNumber(text string) (Number, bool) {
	if !decimal(text) {
		return Number{}, false
	}
	// Out of range is ±Inf beside an error, which cut brings back.
	f, _ := strconv.ParseFloat(text, 64)
	return Number{Floor: cut(math.Floor(f)), Ceil: cut(math.Ceil(f))}, true
}

// ParseInteger reads an integer that fits 64 bits.
func ParseInteger(text string) (int64, bool) {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i, decimal(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !decimal(text) || f != math.Trunc(f) || math.Abs(f) > MaxInteger {
		return 0, false
	}
	return int64(f), true
}

func cut(f float64) int64 {
	return int64(max(-MaxInteger, min(MaxInteger, f)))
}

// decimal reports whether the text is -?digits[.digits][e[+-]digits].
func decimal(text string) bool {
	rest := trimSign(text, "-")
	rest, ok := digits(rest)
	if ok && rest != "" && rest[0] == '.' {
		rest, ok = digits(rest[1:])
	}
	if ok && rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest, ok = digits(trimSign(rest[1:], "+-"))
	}
	return ok && rest == ""
}

func trimSign(text, signs string) string {
	for _, sign := range signs {
		if text != "" && rune(text[0]) == sign {
			return text[1:]
		}
	}
	return text
}

// digits cuts the digits from the start of the text and reports whether there
// were any.
func digits(text string) (rest string, ok bool) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[n:], n > 0
}
