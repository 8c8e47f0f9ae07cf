package contract

import "testing"

func TestFormats(t *testing.T) {
	for name, texts := range map[string]struct{ valid, invalid []string }{
		"uri": {
			[]string{"http://a.example", "https://a.example:8443/x?y=a b#z", "HTTPS://a.example/é"},
			[]string{"", "a.example/x", "ftp://a.example", "https:///x", "https://a.example/two words", "https://a.example/\n?x", "see the manual"},
		},
		"url": {
			[]string{"https://a.example/x", "mailto:docs@a.example?subject=Fields", "MAILTO:docs@a.example"},
			[]string{"", "fields#port", "mailto:docs", "see the manual"},
		},
		"uri-reference": {[]string{"back", "/back", "app://open"}, []string{"two words", "a\tb"}},
		"email": {
			[]string{"a@b", " a@b ", `"sales@night"@example.net`, `"two words"@example.net`, "o'neil/x=1@[192.0.2.7]", "a@[IPv6:2001:db8::1]", "用户@例子.公司", "..@b."},
			[]string{"", "a", "@b", "a@", "a@b@c", "mailto:a@b", "A <a@b>", "a b@c", "a@b c", "a@b, c@d", "a@b;", "o&#39;hara@b"},
		},
		"pattern": {
			[]string{"", "^(eu|us)$", "[a-z]+", "[]]", `\[`, `\\`, `\c[`, `\Q[\E`, "(?#[)a", "*", "(", "(?<=a)b", `(a)\1`},
			[]string{"[", "^[a-z", `a\`, `[a-z\`, `\\[`, "[a]["},
		},
	} {
		for _, text := range texts.valid {
			if err := formats[name].check(text); err != nil {
				t.Errorf("%s: %q: %v", name, text, err)
			}
		}
		for _, text := range texts.invalid {
			if formats[name].check(text) == nil {
				t.Errorf("%s: %q is valid", name, text)
			}
		}
	}
}
