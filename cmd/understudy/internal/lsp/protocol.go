package lsp

import "understudy/steps/language"

// The parts of the Language Server Protocol 3.17 that the server uses. A position and a
// range are those of package language: it counts as the protocol does.

type initializeParams struct {
	RootURI      string             `json:"rootUri"`
	Capabilities clientCapabilities `json:"capabilities"`
	Folders      []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
}

// clientCapabilities are those that the server asks about.
type clientCapabilities struct {
	Workspace struct {
		Edit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		Watched struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
	Changes      []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
	Position language.Position `json:"position"`
	NewName  string            `json:"newName"`
	Range    language.Range    `json:"range"`
}

type commandParams struct {
	Command   string    `json:"command"`
	Arguments []command `json:"arguments"`
}

// command is the argument of the server's commands.
type command struct {
	URI       string   `json:"uri"`
	Addresses []string `json:"addresses"`
}

type message struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type textEdit struct {
	Range   language.Range `json:"range"`
	NewText string         `json:"newText"`
}

type completionList struct {
	Incomplete bool             `json:"isIncomplete"`
	Items      []completionItem `json:"items"`
}

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation *markup  `json:"documentation,omitempty"`
	SortText      string   `json:"sortText"`
	FilterText    string   `json:"filterText"`
	Format        int      `json:"insertTextFormat"`
	TextEdit      textEdit `json:"textEdit"`
}

type hover struct {
	Contents markup         `json:"contents"`
	Range    language.Range `json:"range"`
}

type location struct {
	URI   string         `json:"uri"`
	Range language.Range `json:"range"`
}

type diagnostic struct {
	Range    language.Range `json:"range"`
	Severity int            `json:"severity"`
	Source   string         `json:"source"`
	Message  string         `json:"message"`
}

type diagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeLens struct {
	Range   language.Range `json:"range"`
	Command lensCommand    `json:"command"`
}

type lensCommand struct {
	Title     string    `json:"title"`
	Command   string    `json:"command"`
	Arguments []command `json:"arguments"`
}

// workspaceEdit has changes of files that exist, or what creates a file and fills it.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"`
}

type createFile struct {
	Kind string `json:"kind"`
	URI  string `json:"uri"`
}

type documentEdit struct {
	TextDocument struct {
		URI string `json:"uri"`
		// Version is null: the file is not open.
		Version *int `json:"version"`
	} `json:"textDocument"`
	Edits []textEdit `json:"edits"`
}

type codeAction struct {
	Title     string        `json:"title"`
	Kind      string        `json:"kind"`
	Preferred bool          `json:"isPreferred"`
	Edit      workspaceEdit `json:"edit"`
}

// capabilities are what the server offers. Texts are sent as a whole with each change.
func capabilities(version string) any {
	return map[string]any{
		"serverInfo": map[string]string{"name": "understudy", "version": version},
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 1},
			"completionProvider":         map[string]any{"triggerCharacters": []string{"@", ":", " ", "\"", "<", "|"}},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentFormattingProvider": true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"renameProvider":             map[string]any{"prepareProvider": true},
			"codeLensProvider":           map[string]any{"resolveProvider": false},
			"executeCommandProvider":     map[string]any{"commands": []string{runOnFake, runOnTarget, explainScenario}},
		},
	}
}
