package probe

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEachProbeCarriesItsPlainTextUnlessTheWholeValueIsAtRisk(t *testing.T) {
	const plain = "understudy 0a1b2c3d 7"
	seen := map[string]bool{}
	for _, c := range Texts {
		text := c.Text(plain)
		if whole := len(text) < len(plain); !whole && !strings.HasPrefix(strings.TrimLeft(text, `="`), plain) {
			t.Errorf("%s: %q does not begin with the plain text", c.ID, text)
		}
		if seen[text] || !utf8.ValidString(text) || strings.TrimSpace(text) != text {
			t.Errorf("%s: %q", c.ID, text)
		}
		seen[text] = true
		for _, id := range c.Under {
			if !seen[id] {
				t.Errorf("%s is listed before %s, on which it depends", c.ID, id)
			}
		}
		seen[c.ID] = true
		if want := map[string]int{"over 64 characters": 65, "over 100 characters": 101, "over 255 characters": 256}[c.ID]; utf8.RuneCountInString(text) < want {
			t.Errorf("%s: %d characters", c.ID, utf8.RuneCountInString(text))
		}
	}
	if mild := Mild(); len(mild) < 4 || len(mild) >= len(Texts) {
		t.Errorf("%d mild classes of %d", len(mild), len(Texts))
	}
}

func TestABundleHasWhatItsClassesHave(t *testing.T) {
	all := ""
	for _, b := range Bundles {
		all += b.Text("plain") + "|"
	}
	for _, want := range []string{`"plain MiXed`, "Brûlée", "<b>", "%2B", "漢字", "../", "<script>", "@name", "שלום", "😀", "❤\ufe0f", "\n", "\r\n", "\u2028", "\u200f", "\u00ad", "–—...", ":smile:", "-- /*", "had had", "|null|", "|007|"} {
		if !strings.Contains(all, want) {
			t.Errorf("no bundle has %q: %q", want, all)
		}
	}
}

func TestWhatIsTriedTogetherKeepsTheName(t *testing.T) {
	text := Together(Bundles).Text("plain")
	if !strings.HasPrefix(text, `="plain `) || !strings.Contains(text, "😀") || !strings.Contains(text, "%2B") || len(text) > 400 {
		t.Errorf("%d bytes: %q", len(text), text)
	}
}

func TestURLsKeepWhatTheyHave(t *testing.T) {
	for plain, want := range map[string]map[string]string{
		"https://example.com/back": {
			"query and percent-encodings":                   "https://example.com/back?Step=2&from=the%20Editor&a=b+c&state=AbC&utm_source=Mail&n=null&t=true&e=%c3%a9%2F%2f%C3%A9&u=%41%7e%25&sum=p=q=",
			"empty and repeated parameters, and a fragment": "https://example.com/back?b=2&a=&c&a=1&a=2#/Edit?x=%20y/",
			"dots, doubled slashes and a final one":         "https://example.com/back/a/../b/./c%20d//Back//again/",
			"port and host in capitals":                     "https://www.EXAMPLE.COM:8443/back/port",
			"default port, empty query and fragment":        "https://example.com:443/back/default/empty?#",
			"plain http to a numeric host":                  "http://127.0.0.1/back/plain",
			"host beyond ASCII, with a final dot":           "https://bücher.example.com./back/letters",
		},
		"https://example.com:8443/?tab=2#top": {
			"empty and repeated parameters, and a fragment": "https://example.com:8443/?tab=2&b=2&a=&c&a=1&a=2#/Edit?x=%20y/",
			"dots, doubled slashes and a final one":         "https://example.com:8443/a/../b/./c%20d//Back//again/?tab=2#top",
			"port and host in capitals":                     "https://example.com:8443/?tab=2#top",
			"default port, empty query and fragment":        "https://example.com:8443/empty?tab=2#top",
			"host beyond ASCII, with a final dot":           "https://example.com:8443/?tab=2#top",
		},
	} {
		for id := range want {
			if !slices.ContainsFunc(URLs, func(c Class) bool { return c.ID == id }) {
				t.Errorf("there is no class %q", id)
			}
		}
		for _, c := range URLs {
			if got := c.Text(plain); want[c.ID] != "" && got != want[c.ID] {
				t.Errorf("%s of %s: %s, want %s", c.ID, plain, got, want[c.ID])
			}
		}
	}
}

func TestOnlyNormalisationAndOuterWhiteSpaceAreOpen(t *testing.T) {
	for _, c := range []struct {
		sent, shown string
		same        bool
	}{
		{"é", "e\u0301", true}, {"e\u0301", "é", true}, {" a ", "a", true}, {"a", "a\n", true},
		{"ﬁ①", "fi1", true}, {"a\u00a0ﬁ", "a fi", true}, {"a\u00a0ﬁ", "a ﬁ", false}, {"①é", "1e", false}, {"A", "a", false}, {"a  b", "a b", false}, {"é", "e", false},
		{"a\nb", "a b", false}, {"&", "&amp;", false}, {"😀", "", false},
	} {
		if Same(c.sent, c.shown) != c.same {
			t.Errorf("%q and %q: %v", c.sent, c.shown, !c.same)
		}
	}
}
