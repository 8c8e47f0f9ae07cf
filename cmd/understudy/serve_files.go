package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"understudy/internal/faketarget"
	"understudy/server"
	"understudy/steps/target"
)

// ready is what --ready-file holds.
type ready struct {
	BaseURL string      `json:"base_url"`
	Tokens  readyTokens `json:"tokens"`
}

type readyTokens struct {
	Workspace string `json:"workspace"`
	Personal  string `json:"personal"`
}

// announce writes the files that were asked for. The ready file comes last:
// whoever waits for it finds the other one too.
func (f serveFlags) announce(fake *server.Server, at addresses) error {
	if f.targetFile != "" {
		t := faketarget.Of(fake, at.base)
		t.Limits.AsyncTimeout = max(t.Limits.AsyncTimeout, target.Duration(5*f.asyncDelay))
		if !at.guarded { // a target file has no place for the token
			t.ControlURL = at.control
		}
		text, err := target.Marshal(t)
		if err == nil {
			err = writeSecret(f.targetFile, text)
		}
		if err != nil {
			return fmt.Errorf("--target-file: %w", err)
		}
	}
	if f.readyFile != "" {
		g := fake.TestData()
		text, err := json.Marshal(ready{at.base, readyTokens{g.WorkspaceToken, g.PersonalToken}})
		if err == nil {
			err = writeSecret(f.readyFile, append(text, '\n'))
		}
		if err != nil {
			return fmt.Errorf("--ready-file: %w", err)
		}
	}
	return nil
}

// writeSecret writes a file that only its owner may read.
func writeSecret(name string, text []byte) error { return replaceFile(name, text, 0o600) }

// replaceFile writes a file that appears under its name when it is whole.
func replaceFile(name string, text []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot write into the folder of %s: name one that exists: %w", name, err)
	}
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}
