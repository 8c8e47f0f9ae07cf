// Package probe has the texts with which a run checks how a deployment stores
// what it is sent: each class of them has characters that are critical in some
// layer.
//
// A probe is added to a plain text, such as a name with the run's id, so that
// the resources that a run creates anyway carry it. Pool is what a run knows
// about the probes of one kind of text: which are accepted, and which were
// compared with what was read back.
//
// Everything here is pure. Start reading at Texts, then Pool.
package probe

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Class is a class of texts that share a risk.
type Class struct {
	ID string
	// Mild says that a person might type such a text: it may be tried on
	// resources that the run did not create.
	Mild bool
	// Under are the classes without which this one is not tried: a deployment
	// that rejects those rejects this one.
	Under []string
	// Unless are classes that show all that this one shows: it is tried only where they
	// are rejected.
	Unless []string
	// whole says that the probe replaces the plain text.
	whole bool
	// long says that the text is tried for its length.
	long bool
	// alone says that the text is not combined with others, which are long enough.
	alone bool
	// short says that the text is tried only in the place of others.
	short bool
	// carry adds the probe to a plain text, or replaces it.
	carry func(plain string) string
	// another is another text that replaces the plain one, where each may be used once.
	another string
}

// Text returns a plain text with the probe of the class.
func (c Class) Text(plain string) string { return c.carry(plain) }

// Another returns the class with another text, for where the first may be in use; false where it
// has none.
func (c Class) Another() (Class, bool) {
	text := c.another
	c.carry = instead(text)
	return c, text != ""
}

// beside adds a probe after a plain text.
func beside(probe string) func(string) string {
	return func(plain string) string { return plain + " " + probe }
}

// instead replaces a plain text by a probe: the whole value is critical.
func instead(probe string) func(string) string { return func(string) string { return probe } }

// filled makes a plain text n characters long. Words of different letters show
// where it was cut.
func filled(n int, letters string) func(string) string {
	return func(plain string) string {
		runes := []rune(plain + " ")
		for alphabet := []rune(letters); len(runes) < n; {
			runes = append(runes, alphabet[len(runes)%len(alphabet)])
		}
		return string(runes)
	}
}

// letters are those that long texts are made of: no two neighbours are equal.
const letters = "abcdefghijklmnopqrstuvwxyz0123456789"

// Texts are the classes of names and labels. Escapes, such as %41, stand apart from what is an error
// beside them, such as a single percent sign: a decoder may then leave the whole text as it is.
var Texts = []Class{
	{ID: "mixed case", Mild: true, carry: beside("MiXed CaSe xyz")},
	{ID: "diacritics", Mild: true, carry: beside("Crème Brûlée, Łódź, Größe")},
	{ID: "quotes", Mild: true, carry: beside("\"a\" 'b' `c` it's –—...")},
	{ID: "markup", carry: beside("<b>A&amp;B</b>")},
	{ID: "backslashes", carry: beside(`C:\temp\new \\ \u0041`)},
	{ID: "percent and plus", carry: beside("%41 %2B a+b")},
	{ID: "scripts", Under: []string{"diacritics"}, carry: beside("Ελλάς Жёлтый 漢字 İ ı")},
	{ID: "ampersand and digits", Mild: true, carry: beside("R&D no. 007 1.50")},
	{ID: "emoji", Under: []string{"scripts"}, carry: beside("😀 👩‍👧 🇵🇱 𝒳 ❤\ufe0f")},
	{ID: "braces", carry: beside("{{x}} ${y} #{z}")},
	{ID: "paths and scripts", Under: []string{"markup", "backslashes"},
		carry: beside("../up ./x <script>f(1)</script> @name %s %d %% %(a)s __a__ -- /*x*/ :smile: http://a.example/b had had")},
	{ID: "inner spaces", carry: beside("a  b   c")},
	{ID: "signs of a keyboard", Mild: true, carry: beside(`A/B\b  <EU> 25%25 x+y #1 [z] {q} ~ a_b *c* me@h //d.`)},
	{ID: "surrounding quotes", carry: func(plain string) string { return `"` + plain + `"` }},
	{ID: "leading sign", carry: func(plain string) string { return "=" + plain }},
	{ID: "right to left", Under: []string{"scripts"}, carry: beside("שלום\u200f مرحبا")},
	{ID: "combining marks", Under: []string{"diacritics"}, carry: beside("e\u0301 n\u0303 q\u0323\u0307")},
	{ID: "compatibility forms", Under: []string{"scripts"}, carry: beside("ﬁ ① Ａ ² ™ a\u00a0b\u00adc")},
	{ID: "over 64 characters", long: true, carry: filled(90, letters)},
	{ID: "over 100 characters", long: true, Under: []string{"over 64 characters"}, carry: filled(140, letters)},
	{ID: "255 characters", long: true, Under: []string{"over 100 characters"}, carry: filled(255, letters)},
	{ID: "over 255 characters", long: true, Under: []string{"255 characters"}, carry: filled(300, letters)},
	{ID: "over 64 characters with diacritics", long: true, Under: []string{"over 64 characters", "diacritics"},
		carry: filled(90, "äéîõüçñ")},
	{ID: "line breaks", carry: beside("a\tb\nc\r\nd\u2028e")},
	{ID: "the word null", whole: true, carry: instead("null"), another: "NULL"},
	{ID: "the word true", whole: true, carry: instead("true"), another: "false"},
	{ID: "leading zeros", whole: true, carry: instead("007"), another: "0042"},
	{ID: "zero", whole: true, carry: instead("0"), another: "00"},
	{ID: "a number", whole: true, carry: instead("1e3"), another: "2e4"},
	{ID: "a date", whole: true, carry: instead("2026-01-01"), another: "2027-02-03"},
	{ID: "the word no", whole: true, carry: instead("no"), another: "off"},
	{ID: "an object of JSON", whole: true, carry: instead(`{"a": 1}`), another: `{"b": 2}`},
}

// Bundles are the classes of Texts in combination, for texts that are shown rarely.
var Bundles = []Class{
	bundle("case, diacritics and quotes", "mixed case", "diacritics", "quotes", "surrounding quotes"),
	bundle("signs of other languages", "markup", "backslashes", "percent and plus", "braces", "inner spaces", "signs of a keyboard",
		"leading sign"),
	bundle("paths and scripts", "paths and scripts").under("signs of other languages").single(),
	bundle("scripts", "scripts", "right to left", "combining marks", "compatibility forms").under("case, diacritics and quotes"),
	bundle("emoji", "ampersand and digits", "emoji").under("scripts"),
	bundle("over 255 characters", "over 255 characters").filling(),
	bundle("255 characters", "255 characters").filling(),
	bundle("over 100 characters", "over 100 characters").filling().unless("255 characters"),
	bundle("line breaks", "line breaks"),
	word("the word null"),
	word("leading zeros"),
	word("the word true"),
	word("a date"),
	word("a number"),
	short("short diacritics", "xYz Éł \"q\" ß").unless("case, diacritics and quotes"),
	short("short scripts", "漢字 Жё İ مرحبا").under("short diacritics").unless("case, diacritics and quotes"),
	{ID: "short signs", alone: true, short: true, Unless: []string{"signs of other languages"},
		carry: func(plain string) string { return "=" + plain + ` <b>it's</b> &amp; %41 \n {x}` }},
}

// Tried is how many of Bundles are tried at most: each short one takes the place of one that
// is not tried after a rejection.
func Tried() (n int) {
	for _, c := range Bundles {
		if !c.short {
			n++
		}
	}
	return n
}

// AllAtOnce combines the classes of Texts that are added to a plain text, for one that
// is shown once.
var AllAtOnce = bundle("signs and scripts", "mixed case", "diacritics", "quotes", "markup", "backslashes", "percent and plus",
	"braces", "scripts", "emoji")

// bundle returns a class whose texts combine those of several classes.
func bundle(id string, of ...string) Class {
	return Class{ID: id, carry: func(plain string) string {
		for _, c := range Texts {
			if slices.Contains(of, c.ID) {
				plain = c.carry(plain)
			}
		}
		return plain
	}}
}

// word returns the class of Texts with an id, which replaces a plain text.
func word(id string) Class {
	return Texts[slices.IndexFunc(Texts, func(c Class) bool { return c.ID == id })]
}

// short returns a class of a text that fits where names have some 50 characters: it takes
// the place of longer ones.
func short(id, probe string) Class {
	return Class{ID: id, carry: beside(probe), alone: true, short: true}
}

// Together returns a class that combines all classes which are added to a plain
// text, are not about its length and may be combined.
func Together(classes []Class) Class {
	return Class{ID: "all together", carry: func(plain string) string {
		for _, c := range classes {
			if !c.whole && !c.long && !c.alone {
				plain = c.carry(plain)
			}
		}
		return plain
	}}
}

func (c Class) under(ids ...string) Class {
	c.Under = ids
	return c
}

func (c Class) unless(ids ...string) Class {
	c.Unless = ids
	return c
}

func (c Class) filling() Class {
	c.long = true
	return c
}

func (c Class) single() Class {
	c.alone = true
	return c
}

// Words returns the classes of texts that replace a name: each looks like a
// value of another type.
func Words() []Class {
	return slices.DeleteFunc(slices.Clone(Texts), func(c Class) bool { return !c.whole })
}

// Beside returns the classes, of the given ones, whose texts are added to a name.
func Beside(classes []Class) []Class {
	return slices.DeleteFunc(slices.Clone(classes), func(c Class) bool { return c.whole })
}

// Digits is a text of digits only, which replaces a name.
var Digits = Class{ID: "digits", whole: true, carry: instead("007")}

// Mild returns the classes of texts that may be tried on resources that the run
// did not create.
func Mild() (mild []Class) {
	for _, c := range Texts {
		if c.Mild {
			c.Under = nil
			mild = append(mild, c)
		}
	}
	return append(mild,
		Class{ID: "scripts and emoji",
			carry: beside("Ελλάς Жёлтый 漢字 İ ı Ａ１ שלום\u200f مرحبا a\u00a0b 😀 👩‍👧 🇵🇱 𝒳 " +
				"❤\ufe0f")},
		Class{ID: "signs", carry: func(plain string) string {
			return "=" + plain + ` a: b; c|d -- $5 ${e} {{e}} #1 =2 @g x/y, \\ f 100% &amp; h`
		}},
		short("short scripts", "漢字 Жё İ مرحبا").unless("scripts and emoji"),
		short("short signs of a keyboard", `R&D a+b 5%41 x/y {q}`).unless("signs of a keyboard"))
}

// Same reports whether a text came back as it was sent, except for what the
// document leaves open: the form of Unicode that the whole of it is normalised
// to, and white space around it.
func Same(sent, shown string) bool {
	if sent == shown {
		return true
	}
	sent, shown = strings.TrimSpace(sent), norm.NFC.String(strings.TrimSpace(shown))
	return shown == norm.NFC.String(sent) || shown == strings.TrimSpace(norm.NFC.String(norm.NFKC.String(sent)))
}
