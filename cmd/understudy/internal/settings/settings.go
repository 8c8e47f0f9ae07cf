// Package settings sets flags from a file, understudy.yaml, and from environment
// variables. The command line takes precedence over the variables, these over the file,
// and the file over the defaults.
//
// Start reading at Read.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"

	"understudy/spec/suggest"
	"understudy/spec/yamlfile"
)

const (
	// DefaultFile is read where it exists in the current folder.
	DefaultFile = "understudy.yaml"
	prefix      = "UNDERSTUDY_"
	// FileVariable names another file, which must exist.
	FileVariable = prefix + "CONFIG"
)

// Command is a command whose flags may be set: the words that call it, without the
// program's name.
type Command struct {
	Path  []string
	Flags *pflag.FlagSet
}

// Settings holds the values for flags from a file and the environment, by keys like
// serve.addr: a command and its flag.
type Settings struct {
	variables, file *koanf.Koanf
	// fileName is empty where there is no file.
	fileName string
	text     []byte
	misspelt []string
}

// Read reads the file and the environment, whose variables have the form NAME=VALUE, for some
// commands; an empty variable sets nothing. A key of the file without a flag is an error; a
// variable without a flag is not, as it may be for another program.
func Read(all []Command, environ []string) (*Settings, error) {
	s := &Settings{variables: koanf.New("."), file: koanf.New(".")}
	flags := map[string]*pflag.Flag{}
	keys := map[string]string{} // by variable
	for _, c := range all {
		c.visit(func(f *pflag.Flag) {
			flags[c.key(f)], keys[c.variable(f)] = f, c.key(f)
		})
	}
	name, named := DefaultFile, false
	err := s.variables.Load(env.Provider(".", env.Opt{Prefix: prefix, EnvironFunc: func() []string { return environ },
		TransformFunc: func(variable, value string) (string, any) {
			if value == "" {
				return "", nil
			}
			if variable == FileVariable {
				name, named = value, true
			}
			k, known := keys[variable]
			if near := nearest(variable, keys); !known && near != "" {
				s.misspelt = append(s.misspelt, fmt.Sprintf("the variable %s sets nothing: did you mean %s?", variable, near))
			}
			if known && repeatable(flags[k]) {
				return k, strings.Split(value, ",")
			}
			return k, value
		}}), nil)
	if err != nil {
		return nil, err
	}
	s.text, err = os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return s, nil
	case err != nil && !named:
		return nil, fmt.Errorf("the configuration file of the current folder cannot be read: %w: replace it, or name another one with %s", err, FileVariable)
	case err != nil:
		return nil, fmt.Errorf("the configuration file that %s names cannot be read: %w", FileVariable, err)
	}
	s.fileName = name
	if err := s.file.Load(rawbytes.Provider(s.text), parser{}); err != nil {
		return nil, yamlfile.In(name, err)
	}
	for _, k := range s.file.Keys() {
		if fault := misplaced(k, s.file.Get(k), flags); fault != nil {
			return nil, yamlfile.In(name, yamlfile.Locate(s.text, fault))
		}
	}
	return s, nil
}

// Misspelt are warnings about variables of the environment that are for no flag, but have
// nearly the name of one that is.
func (s *Settings) Misspelt() []string { return s.misspelt }

// OtherNames are what other programs call flags of this one.
var OtherNames = map[string]string{"port": "addr", "host": "addr", "listen": "addr", "url": "target", "format": "report",
	"output": "report", "seed": "vary"}

// nearest is the variable of a flag that other programs give another name, that a misspelt one is
// within two letters of, or that it lacks the command of; or "".
func nearest(variable string, keys map[string]string) (best string) {
	least := 3
	command, name := variable[:strings.LastIndex(variable, "_")+1], variable[strings.LastIndex(variable, "_")+1:]
	other := command + strings.ToUpper(OtherNames[strings.ToLower(name)])
	if keys[variable] == "" && keys[other] != "" {
		return other
	}
	for _, k := range append(slices.Sorted(maps.Keys(keys)), FileVariable) {
		if name, _ := strings.CutPrefix(variable, prefix); variable != k && !strings.Contains(name, "_") && strings.HasSuffix(k, "_"+name) {
			return k
		}
		if d := levenshtein.Distance(variable, k, nil); d < least {
			best, least = k, d
		}
	}
	if least == 0 {
		return ""
	}
	return best
}

// parser reads the YAML of the file for koanf.
type parser struct{}

func (parser) Unmarshal(text []byte) (values map[string]any, err error) {
	return values, yamlfile.Read(text, &values)
}

func (parser) Marshal(values map[string]any) ([]byte, error) { return yamlfile.Write(values) }

// misplaced returns the error for a key of the file; nil where it is the key of a flag, or
// of a command without values.
func misplaced(k string, value any, flags map[string]*pflag.Flag) *yamlfile.Fault {
	f := flags[k]
	_, list := value.([]any)
	switch {
	case f != nil && list && !repeatable(f):
		return yamlfile.About(k, "takes one value, not a list")
	case f != nil:
		return nil
	}
	var all []string
	for other := range flags {
		if value == nil && strings.HasPrefix(other, k+".") {
			return nil
		}
		all = append(all, other)
	}
	slices.Sort(all)
	return yamlfile.About(k, "is not a setting: %ssettings are written below their command, like serve: {addr: 127.0.0.1:9000}: understudy config prints all", suggest.DidYouMean(k, all))
}

// Apply sets the flags of a command that were not given on the command line to the values
// of the environment, or else of the file. reject formats the error of a flag with an
// invalid value.
func (s *Settings) Apply(c Command, reject func(error) error) (err error) {
	c.visit(func(f *pflag.Flag) {
		values, from := s.values(c, f)
		if from == "" || f.Changed || err != nil {
			return
		}
		if !s.variables.Exists(c.key(f)) {
			from = s.place(c.key(f))
		}
		for _, v := range values {
			if wrong := c.Flags.Set(f.Name, v); wrong != nil {
				err = fmt.Errorf("%s: %w", from, reject(wrong))
			}
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[setBy] = []string{from}
	})
	return err
}

// place names a key of the file, with its line.
func (s *Settings) place(k string) string {
	return yamlfile.In(s.fileName, yamlfile.LocateValue(s.text, &yamlfile.Fault{Key: k, Text: k})).Error()
}

// setBy is the annotation of a flag with what set it, if that was not the command line.
const setBy = "understudy-set-by"

// SetBy names what set the flag that an error begins with, such as "understudy.yaml:2:8:
// serve.gap"; it is "" for the command line, and for an error that begins otherwise.
func SetBy(flags *pflag.FlagSet, err error) (from string) {
	name, isFlag := strings.CutPrefix(err.Error(), "--")
	name, _, _ = strings.Cut(name, ":")
	name, _, _ = strings.Cut(name, " ")
	if f := flags.Lookup(name); isFlag && f != nil && len(f.Annotations[setBy]) > 0 {
		return f.Annotations[setBy][0]
	}
	return ""
}

// values returns the values of a flag in the environment or the file, and their
// source; from is empty where neither has any.
func (s *Settings) values(c Command, f *pflag.Flag) (values []string, from string) {
	k := c.key(f)
	if s.variables.Exists(k) {
		return texts(s.variables.Get(k)), c.variable(f)
	}
	if v := s.file.Get(k); v != nil {
		return texts(v), s.fileName + ": " + k
	}
	return nil, ""
}

// texts returns a value's items, or the value itself, as texts for the command line.
func texts(value any) (all []string) {
	switch value := value.(type) {
	case []string:
		return value
	case []any:
		for _, v := range value {
			all = append(all, fmt.Sprint(v))
		}
		return all
	}
	return []string{fmt.Sprint(value)}
}

// visit calls a function with each flag of a command that may be set.
func (c Command) visit(do func(*pflag.Flag)) {
	c.Flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			do(f)
		}
	})
}

func repeatable(f *pflag.Flag) bool {
	_, slice := f.Value.(pflag.SliceValue)
	return slice
}

// key is the key of a flag in the file, like serve.public-url.
func (c Command) key(f *pflag.Flag) string {
	return strings.Join(append(slices.Clone(c.Path), f.Name), ".")
}

// variable is the environment variable of a flag, like UNDERSTUDY_SERVE_PUBLIC_URL.
func (c Command) variable(f *pflag.Flag) string {
	return prefix + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(c.key(f)))
}
