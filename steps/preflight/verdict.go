package preflight

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/steps/scenario"
)

// verdict says what is wrong with the set-up, if anything is.
func (p *check) verdict() error {
	if err := p.breaksOff(); err != nil {
		return err
	}
	opened, shut := 0, []spec.TokenKind{}
	for _, kind := range []spec.TokenKind{spec.WorkspaceToken, spec.PersonalToken} {
		switch reads := p.of(kind); {
		case len(reads) == 0:
		case slices.ContainsFunc(reads, func(r *read) bool { return troubleOf(r.e) == noTrouble }):
			opened++
		default:
			shut = append(shut, kind)
		}
	}
	switch {
	case len(shut) == 0:
		return nil
	case opened == 0:
		return p.nothingRead()
	}
	return p.tokenFails(shut[0])
}

// breaksOff reports that connections break off so often that no verdict would
// be about the deployment. If only those of one operation do, that is left to
// the run.
func (p *check) breaksOff() error {
	broken := p.broken()
	if n := operationsOf(broken); !p.breaksOften() || n == 1 && operationsOf(p.reads) > 1 {
		return nil
	}
	or := ""
	if len(broken) == len(p.reads) && broken[0].e.Status == 0 && strings.HasPrefix(p.run.Target.BaseURL, "http://") {
		or = ", or write https:// where it speaks TLS"
	}
	return fmt.Errorf("the connection to %s broke off in %d of %d requests (%s): see what lies between, such as a proxy, a load "+
		"balancer or a service that restarts%s; the results would not be about the deployment",
		p.base(), len(broken), len(p.reads), p.outcome(broken[0]), or)
}

// broken returns the reads whose connection broke off.
func (p *check) broken() (reads []*read) {
	for _, r := range p.reads {
		if r.brokeOff() {
			reads = append(reads, r)
		}
	}
	return reads
}

// breaksOften reports whether a third of the connections broke off.
func (p *check) breaksOften() bool {
	broken := len(p.broken())
	return broken > 0 && 3*broken >= len(p.reads)
}

// nothingRead says why no list was read: the problem that all reads have in
// common, or else the result of each.
func (p *check) nothingRead() error {
	t := commonTrouble(p.reads)
	switch t {
	case noTrouble:
		return fmt.Errorf("no list of %s could be read, so nothing would be checked: %s: correct tokens and ids in the target file",
			p.base(), p.outcomes(p.reads))
	case rejected:
		return p.rejected()
	case failing:
		if operationsOf(p.reads) < 3 {
			return nil // they may be down alone: the run tries the others
		}
	case foreign:
		if operationsOf(p.reads) < 2 && (!p.reads[0].e.IsJSON() || bytes.Contains(p.reads[0].e.Body, []byte(`"id"`))) {
			return nil // it may be broken alone
		}
	}
	return errors.New(p.advice(t, p.reads[0]))
}

// operationsOf counts the operations of reads.
func operationsOf(reads []*read) int {
	operations := map[string]bool{}
	for _, r := range reads {
		operations[r.operation.ID] = true
	}
	return len(operations)
}

// commonTrouble returns the problem of all reads, or none if they differ.
func commonTrouble(reads []*read) trouble {
	t := troubleOf(reads[0].e)
	for _, r := range reads {
		if troubleOf(r.e) != t {
			return noTrouble
		}
	}
	return t
}

// tokenFails reports that one kind of token is accepted nowhere while the other
// is. What may also be caused by ids or operations is left to the run.
func (p *check) tokenFails(kind spec.TokenKind) error {
	reads := p.of(kind)
	first, t := reads[0], commonTrouble(reads)
	if t == webPage {
		first = p.unfollowed(first)
		t = troubleOf(first.e)
	}
	switch t {
	case rejected:
		return p.rejected(kind)
	case redirected: // a web page in one list is left to the run: it breaks a promise
		return fmt.Errorf("%s is rejected by every operation, while the other token works: %s; or give %s", scenario.TokenKeys[kind].Key,
			p.advice(t, first), scenario.TokenKeys[kind].From)
	case notFound:
		if kind == spec.WorkspaceToken && operationsOf(reads) > 1 {
			return fmt.Errorf("tokens.workspace finds none of the resources that the target file names (%s), while tokens.personal opens "+
				"its list: it may be a token of another workspace, or the ids are wrong: correct tokens.workspace or resources", p.outcomes(reads))
		}
	case webPage, declined: // if it is one list, it is left to the run: the list itself may be broken
		if operationsOf(reads) > 1 {
			return fmt.Errorf("%s is rejected by every operation, while the other token works (%s): give %s, or correct the ids in the "+
				"target file", scenario.TokenKeys[kind].Key, p.outcomes(reads), scenario.TokenKeys[kind].From)
		}
	}
	return nil
}

// rejected says which tokens are rejected everywhere: those of some kinds, or
// of all kinds that were used.
func (p *check) rejected(kinds ...spec.TokenKind) error {
	if len(kinds) == 0 {
		for kind := range scenario.TokenKeys {
			if len(p.of(kind)) > 0 {
				kinds = append(kinds, kind)
			}
		}
		slices.Sort(kinds)
	}
	if len(kinds) == 2 && p.accepts(spec.WorkspaceToken, spec.PersonalToken) && p.accepts(spec.PersonalToken, spec.WorkspaceToken) {
		return errors.New("tokens.personal and tokens.workspace are swapped: each is rejected by its own operations and accepted by " +
			"those of the other")
	}
	if len(kinds) == 1 && kinds[0] == spec.PersonalToken && len(p.of(spec.WorkspaceToken)) == 0 &&
		p.accepts(spec.PersonalToken, spec.WorkspaceToken) {
		return fmt.Errorf("tokens.personal and tokens.workspace may be swapped: %s rejects the first and accepts the second",
			p.of(spec.PersonalToken)[0].operation.ID)
	}
	var said []string
	for _, kind := range kinds {
		k := scenario.TokenKeys[kind]
		said = append(said, fmt.Sprintf("%s is rejected by every operation that was asked (%s): give %s%s",
			k.Key, p.outcomes(p.of(kind)), k.From, p.withTheRight(kind)))
	}
	text := strings.Join(said, "; ")
	if len(kinds) == 2 {
		text += "; or give in headers what a gateway in front of it asks for"
	}
	return errors.New(text)
}

// withTheRight is what a token needs beside its kind where every rejection is HTTP 403.
func (p *check) withTheRight(kind spec.TokenKind) string {
	if slices.ContainsFunc(p.of(kind), func(r *read) bool { return r.e.Status != http.StatusForbidden }) {
		return ""
	}
	return ", with the right to these operations"
}

// accepts reports whether a list that rejects its own kind of token accepts one of another.
func (p *check) accepts(kind, other spec.TokenKind) bool {
	request := p.of(kind)[0].request
	request.Token = map[spec.TokenKind]string{spec.WorkspaceToken: p.run.Target.Tokens.Workspace,
		spec.PersonalToken: p.run.Target.Tokens.Personal}[other]
	return troubleOf(p.run.Client.Ask(p.ctx, request)) == noTrouble
}
