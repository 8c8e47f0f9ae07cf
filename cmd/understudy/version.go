package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/spec"
)

// licenses are the libraries in this program with their licenses. The file is
// generated: see make licenses.
//
//go:embed licenses.txt
var licenses string

// version is set with -ldflags "-X main.version=v1.2.3".
var version string

// buildVersion is the version of this program.
func buildVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// contractSum is the start of the contract's SHA-256, enough to distinguish two
// contracts by eye.
func contractSum() string {
	sum := sha256.Sum256(spec.OpenAPI)
	return hex.EncodeToString(sum[:])[:12]
}

func newVersion() *cobra.Command {
	var withLicenses bool
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the versions of the program, of Go and of the contract",
		Args:  command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if withLicenses {
				_, err := io.WriteString(cmd.OutOrStdout(), licenses)
				return err
			}
			return printVersions(cmd.OutOrStdout(), format)
		},
	}
	cmd.Flags().Var(command.Words(&format, "text", "text", "json"), "format", "form of the output: text or json")
	cmd.Flags().BoolVar(&withLicenses, "licenses", false, "print the libraries in the program, with versions and licenses, instead (default: off)")
	return cmd
}

// printVersions prints the versions as lines, or as an object for scripts.
func printVersions(w io.Writer, format string) error {
	if format == "json" {
		return json.NewEncoder(w).Encode(struct {
			Version        string `json:"version"`
			Go             string `json:"go"`
			OS             string `json:"os"`
			Arch           string `json:"arch"`
			Contract       string `json:"contract"`
			ContractSHA256 string `json:"contract_sha256"`
		}{buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, spec.ContractVersion, contractSum()})
	}
	_, err := fmt.Fprintf(w, "understudy %s\n%s %s/%s\ncontract %s, sha256 %s\n",
		buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, spec.ContractVersion, contractSum())
	return err
}
