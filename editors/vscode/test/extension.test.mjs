// Activates the extension in Node.js with a module vscode of its own, and speaks the
// protocol with the program that it starts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const program = process.env.UNDERSTUDY;

// withModules loads a file with other modules in place of some.
function withModules(modules, load) {
  const original = Module._load;
  Module._load = (name, ...rest) => (name in modules ? modules[name] : original(name, ...rest));
  try {
    return load();
  } finally {
    Module._load = original;
  }
}

// fakeVscode is what the extension uses of vscode, with these settings.
function fakeVscode(settings, shown = []) {
  const listeners = [];
  const commands = {};
  return {
    listeners,
    commands: { all: commands, registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }) },
    window: { showErrorMessage: (text) => shown.push(text) },
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidChangeConfiguration: (listen) => (listeners.push(listen), { dispose() {} }),
    },
  };
}

// started activates the extension with a client that only notes what it is given.
async function started(settings, fails) {
  const clients = [];
  const shown = [];
  class LanguageClient {
    constructor(id, name, server, client) {
      Object.assign(this, { server, client, state: 'new' });
      clients.push(this);
    }
    async start() {
      if (fails) throw new Error('no such program');
      this.state = 'started';
    }
    async stop() {
      this.state = 'stopped';
    }
  }
  const vscode = fakeVscode(settings, shown);
  const path = require.resolve('../src/extension.js');
  delete require.cache[path];
  const extension = withModules({ vscode, 'vscode-languageclient/node': { LanguageClient } }, () => require(path));
  await extension.activate({ subscriptions: [] });
  return { extension, vscode, clients, shown };
}

test('activation starts the language server for feature files', async () => {
  const { clients, extension } = await started({ command: 'understudy', target: '' });
  assert.equal(clients.length, 1);
  assert.equal(clients[0].state, 'started');
  assert.deepEqual(clients[0].server.args, ['lsp']);
  assert.ok(clients[0].client.documentSelector.some((d) => d.language === 'gherkin'));
  await extension.deactivate();
  assert.equal(clients[0].state, 'stopped');
});

test('a changed setting restarts the server with it', async () => {
  const settings = { command: 'understudy', target: '' };
  const { clients, vscode } = await started(settings);
  settings.target = 'target.yaml';
  await vscode.listeners[0]({ affectsConfiguration: (name) => name === 'understudy' });
  assert.deepEqual(clients.map((c) => c.state), ['stopped', 'started']);
  assert.deepEqual(clients[1].server.args, ['lsp', '--target', 'target.yaml']);
});

test('a missing program is reported with what to do', async () => {
  const { shown } = await started({ command: 'none' }, true);
  assert.match(shown[0], /understudy\.command/);
});

test('the bundle loads, and has both functions', () => {
  const anything = new Proxy(class {}, {
    get: (target, name) => (name === 'prototype' ? target.prototype : name === Symbol.toPrimitive ? () => 0 : anything),
    apply: () => anything,
    construct: () => ({}),
  });
  const bundle = withModules({ vscode: anything }, () => require('../dist/extension.js'));
  assert.equal(typeof bundle.activate, 'function');
  assert.equal(typeof bundle.deactivate, 'function');
});

test('every setting and command that the source uses is declared', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
  const source = readFileSync(new URL('../src/extension.js', import.meta.url), 'utf8');
  for (const [, name] of source.matchAll(/settings\.get\('(\w+)'\)/g)) {
    assert.ok(contributes.configuration.properties[`understudy.${name}`], name);
  }
  for (const [, name] of source.matchAll(/registerCommand\('([\w.]+)'/g)) {
    assert.ok(contributes.commands.some((c) => c.command === name), name);
  }
});

test('the program that is started speaks the protocol', { skip: !program && 'UNDERSTUDY names no program' }, async () => {
  const { clients } = await started({ command: program, target: '' });
  const rpc = require('vscode-jsonrpc/node');
  const server = spawn(clients[0].server.command, clients[0].server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((done) => server.on('exit', done));
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const published = new Promise((done) => connection.onNotification('textDocument/publishDiagnostics', done));
  connection.listen();
  const { capabilities } = await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  assert.ok(capabilities.completionProvider && capabilities.codeLensProvider);
  const text = 'Feature: x\n\n  @promise:order-ascc\n  Scenario: y\n    When I list the invitations\n    Then the response is a success\n';
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri: 'file:///x.feature', languageId: 'gherkin', version: 1, text } });
  assert.match((await published).diagnostics[0].message, /did you mean "order-asc"/);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.equal(await ended, 0);
});
