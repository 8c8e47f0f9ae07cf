package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// problems are the annotations that are errors, which SARIF and CodeQuality list.
func problems(r *report.Run) []annotation {
	return slices.Concat(brokenAnnotations(r), unmetAnnotations(r), untrueAnnotations(r), errorAnnotations(r))
}

// place returns the file and the line of a problem. Viewers show only problems that
// have a place: that of a built-in scenario is the name of its feature, which is no
// file of the user's, and that of all others the target file.
func (a annotation) place() (file string, line int64) {
	feature, _, ok := strings.Cut(a.scenario, "#")
	switch {
	case a.file != "":
		return a.file, max(a.line, 1)
	case ok:
		return feature + ".feature", 1
	}
	return "target.yaml", 1
}

// fingerprint is the same for the same problem in other runs.
func (a annotation) fingerprint() string {
	file, _ := a.place()
	sum := sha256.Sum256([]byte(a.rule + "\n" + a.title + "\n" + file))
	return hex.EncodeToString(sum[:])
}

// The parts of SARIF 2.1.0 that a run needs.
type (
	sarif struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
		ExitCode            int  `json:"exitCode"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPlace `json:"physicalLocation"`
	}
	sarifPlace struct {
		ArtifactLocation sarifFile   `json:"artifactLocation"`
		Region           sarifRegion `json:"region"`
	}
	sarifFile struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int64 `json:"startLine"`
	}
)

// SARIF writes a run in the Static Analysis Results Interchange Format, version 2.1.0:
// a result for each broken promise, each drift, each untrue entry of a baseline, and
// each reason why scenarios could not be verified.
func SARIF(w io.Writer, r *report.Run) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: r.Tool.Name, Version: r.Tool.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: r.Exit() != 2, ExitCode: r.Exit()}}, Results: []sarifResult{}}
	for _, a := range problems(r) {
		known := func(rule sarifRule) bool { return rule.ID == a.rule }
		if !slices.ContainsFunc(run.Tool.Driver.Rules, known) {
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{a.rule, sarifText{prose.Legible(a.title)}})
		}
		file, line := a.place()
		run.Results = append(run.Results, sarifResult{RuleID: a.rule, Level: a.level,
			Message:             sarifText{prose.Clip(prose.Legible(a.title+"\n"+a.text), mostText)},
			Locations:           []sarifLocation{{sarifPlace{sarifFile{file}, sarifRegion{line}}}},
			PartialFingerprints: map[string]string{"understudy/v1": a.fingerprint()}})
	}
	return report.WriteIndented(w, sarif{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

// codeQuality is an entry of a code quality report of GitLab.
type codeQuality struct {
	Description string          `json:"description"`
	CheckName   string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    codeQualityFile `json:"location"`
}

type codeQualityFile struct {
	Path  string           `json:"path"`
	Lines codeQualityLines `json:"lines"`
}

type codeQualityLines struct {
	Begin int64 `json:"begin"`
}

// CodeQuality writes the results of SARIF as a code quality report of GitLab.
func CodeQuality(w io.Writer, r *report.Run) error {
	entries := []codeQuality{}
	for _, a := range problems(r) {
		file, line := a.place()
		entries = append(entries, codeQuality{Description: prose.Clip(prose.Legible(a.title+": "+a.text), mostText), CheckName: a.rule,
			Fingerprint: a.fingerprint(),
			Severity:    "major", Location: codeQualityFile{file, codeQualityLines{line}}})
	}
	return report.WriteIndented(w, entries)
}
