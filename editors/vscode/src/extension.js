// The extension of understudy for VS Code: it starts understudy lsp, which does the rest.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

// serverOptions are the program to start and its arguments.
function serverOptions() {
  const settings = vscode.workspace.getConfiguration('understudy');
  const target = settings.get('target');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return {
    command: settings.get('command') || 'understudy',
    args: target ? ['lsp', '--target', target] : ['lsp'],
    options: { cwd: folder },
  };
}

async function start() {
  client = new LanguageClient('understudy', 'understudy', serverOptions(), {
    documentSelector: [{ language: 'gherkin' }, { language: 'cucumber' }],
  });
  try {
    await client.start();
  } catch (err) {
    client = undefined;
    vscode.window.showErrorMessage(
      `understudy cannot be started: ${err.message}. Install it, or set understudy.command to its path.`,
    );
  }
}

async function stop() {
  await client?.stop();
  client = undefined;
}

async function restart() {
  await stop();
  await start();
}

// activate starts the server, and again when a setting of it changes.
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('understudy.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('understudy')) return restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
