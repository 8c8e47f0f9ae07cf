// The editor of the page of scenarios. It takes the place of the page's textarea, whose
// value stays the text, so that the forms of the page send it. What is wrong, what may
// come next and what a word means, the program says: see language.go beside this folder.
import {acceptCompletion, autocompletion, clearSnippet, closeCompletion, completionKeymap, hasNextSnippetField, hasPrevSnippetField, nextSnippetField, prevSnippetField, snippet, snippetKeymap, startCompletion} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap, insertNewlineAndIndent} from "@codemirror/commands";
import {HighlightStyle, StreamLanguage, indentOnInput, indentService, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {forceLinting, lintGutter, lintKeymap, linter} from "@codemirror/lint";
import {EditorState, StateEffect} from "@codemirror/state";
import {EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers} from "@codemirror/view";
import {tags} from "@lezer/highlight";

const area = document.getElementById("text"), form = document.getElementById("editing");
const element = (name, text, className) => Object.assign(document.createElement(name), {textContent: text ?? "", className: className ?? ""});

// ask sends the text, with a position, and returns what the program says.
async function ask(address, state, pos) {
	const body = new URLSearchParams({text: state.doc.toString(), name: form.elements.name.value, expectations: form.elements.expectations.value});
	if (pos !== undefined) {
		const line = state.doc.lineAt(pos);
		body.set("line", line.number - 1);
		body.set("character", pos - line.from);
	}
	const response = await fetch(address, {method: "POST", body, headers: {Accept: "application/json"}});
	if (!response.ok) {
		const page = new DOMParser().parseFromString(await response.text(), "text/html");
		throw new Error(page.querySelector("[role=alert]")?.textContent ?? `HTTP ${response.status}`);
	}
	return response.json();
}

// offset is the offset of a position of the program in the document.
function offset(doc, {line, character}) {
	const at = doc.line(Math.min(Math.max(line + 1, 1), doc.lines));
	return Math.min(at.from + character, at.to);
}

// explained shows Markdown of the program: paragraphs, quotes, lists and code, and within
// them code and bold text, are all that it uses.
function explained(markdown) {
	const box = element("div", "", "explained");
	for (const block of markdown.split(/\n{2,}/)) {
		const fence = block.match(/^```\w*\n([^]*?)\n?```$/);
		if (fence) {
			box.append(element("pre", fence[1]));
			continue;
		}
		let list, part;
		for (const line of block.trim().split("\n")) {
			if (line.startsWith("- ")) {
				list ??= box.appendChild(element("ul"));
				marked(list.appendChild(element("li")), line.slice(2));
			} else if (line.startsWith("> ")) marked(box.appendChild(element("blockquote")), line.slice(2));
			else {
				part?.append(" ");
				marked(part ??= box.appendChild(element("p")), line);
			}
		}
	}
	return box;
}

// marked adds a line with its marks. A backslash stands before a sign that is no mark.
function marked(part, line) {
	const plain = text => text.replace(/\\([\\*`<[])/g, "$1");
	for (const piece of line.replace(/(?<!\\)\[([^\]]*)\]\([^)]*\)/g, "$1").split(/((?<!\\)`[^`]*`|(?<!\\)\*\*.*?(?<!\\)\*\*)/)) {
		if (/^`.*`$/s.test(piece)) part.append(element("code", piece.slice(1, -1)));
		else if (/^\*\*.*\*\*$/s.test(piece)) part.append(element("strong", plain(piece.slice(2, -2))));
		else if (piece) part.append(plain(piece));
	}
}

// template is what a completion inserts, in the syntax of CodeMirror. Its parts to fill in
// are numbered: ${25} alone would be the 25th one.
const template = insert => insert.map(({text, hole}, i) =>
	hole ? "${" + (i + 1) + ":" + text.replace(/[{}]/g, "") + "}" : text.replace(/[\\{}]/g, "\\$&")).join("");

async function complete(context) {
	const line = context.state.doc.lineAt(context.pos);
	const before = line.text.slice(0, context.pos - line.from);
	if (!context.explicit && !/\S\s*$/.test(before)) return null;
	const found = await ask(area.dataset.complete, context.state, context.pos).catch(() => []);
	if (context.aborted || found.length === 0) return null;
	return {
		from: Math.min(...found.map(c => offset(context.state.doc, c.range.start))),
		filter: false,
		options: found.map(c => ({
			label: c.label, detail: c.detail, type: {step: "function", keyword: "keyword", tag: "constant", value: "text"}[c.kind],
			info: c.doc ? () => explained(c.doc) : undefined,
			apply: (view, completion) => {
				const {doc} = view.state, end = Math.max(context.pos, offset(doc, c.range.end));
				snippet(template(c.insert))(view, completion, offset(doc, c.range.start), end);
				if (!c.insert.some(({hole}) => hole)) // the cursor stays before what is inserted at it
					view.dispatch({selection: {anchor: end + view.state.doc.length - doc.length}});
				part = view.state.selection.main;
				if (c.kind === "tag" && c.label.endsWith(":")) startCompletion(view); // the ids
			},
		})),
	};
}

const hover = hoverTooltip(async (view, pos) => {
	const found = await ask(area.dataset.hover, view.state, pos).catch(() => null);
	if (!found?.text) return null;
	return {pos: offset(view.state.doc, found.range.start), end: offset(view.state.doc, found.range.end), create: () => ({dom: explained(found.text)})};
});

const mostProblems = 200;

// problems are shown in the text, and as a list below it: the first ones.
const check = linter(async view => {
	const problems = document.getElementById("problems");
	let found;
	try {
		found = await ask(area.dataset.lint, view.state);
	} catch (error) {
		problems.replaceChildren(element("p", `The text was not checked: ${error.message}`, "wrong"));
		return [];
	}
	const list = element("ul", "", "problems");
	const all = found.slice(0, mostProblems).map(d => {
		const from = offset(view.state.doc, d.range.start), to = offset(view.state.doc, d.range.end);
		const item = list.appendChild(element("li", "", d.warning ? "warning" : "wrong"));
		const place = item.appendChild(element("button", `line ${d.range.start.line + 1}`, "place"));
		place.type = "button";
		place.addEventListener("click", () => { view.dispatch({selection: {anchor: from}, scrollIntoView: true}); view.focus(); });
		item.append(" " + d.message);
		const fix = d.fix ? {name: "Fix", apply: view => {
			view.dispatch({changes: {from: offset(view.state.doc, d.fix.range.start), to: offset(view.state.doc, d.fix.range.end), insert: d.fix.text}});
			view.focus();
		}} : d.missing && {name: "Fix", apply: addExpectations};
		if (fix) {
			const button = item.appendChild(element("button", "Fix", "fix"));
			button.type = "button";
			button.addEventListener("click", () => fix.apply(view));
		}
		return {from, to: Math.max(from, to), severity: d.warning ? "warning" : "error", message: d.message, actions: fix ? [fix] : []};
	});
	if (found.length > mostProblems) list.append(element("li", `and ${found.length - mostProblems} more`));
	problems.replaceChildren(found.length ? list : element("p", "Nothing is wrong.", "dim"));
	return all.sort((a, b) => a.from - b.from);
}, {delay: 250, needsRefresh: update => update.transactions.some(tr => tr.effects.some(e => e.is(again)))});

// addExpectations adds the expectations that tags of the text name, and shows them.
function addExpectations() {
	document.getElementById("expecting").open = true;
	adding = true;
	press("add-expected")();
}
let adding = false;

// gherkin colours the text.
const gherkin = StreamLanguage.define({
	startState: () => ({doc: false}),
	token(stream, state) {
		if (stream.sol()) {
			stream.eatSpace();
			if (stream.match(/^("""|```)/)) { state.doc = !state.doc; stream.skipToEnd(); return "string"; }
			if (state.doc) { stream.skipToEnd(); return "string"; }
			if (stream.match(/^#.*/)) return "comment";
			if (stream.match(/^(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios):/)) return "heading";
			if (stream.match(/^(Given|When|Then|And|But|\*)(?=\s)/)) return "keyword";
		}
		if (state.doc) { stream.skipToEnd(); return "string"; }
		if (stream.match(/^@[^\s@]+/)) return "labelName";
		if (stream.match(/^"[^"]*"/)) return "string";
		if (stream.match(/^<[^>\s][^>]*>/)) return "variableName";
		if (stream.match(/^\|/)) return "punctuation";
		if (stream.match(/^\d+(\.\d+)?\b/)) return "number";
		stream.next();
		stream.eatWhile(/[^@"<|\d]/);
		return null;
	},
	languageData: {indentOnInput: /^\s*((Given|When|Then|And|But|\*) |(Rule|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios):)$/},
});

const colours = HighlightStyle.define([
	{tag: tags.heading, color: "var(--main)", fontWeight: "700"}, {tag: tags.keyword, color: "var(--main)", fontWeight: "600"},
	{tag: tags.comment, color: "var(--dim)", fontStyle: "italic"}, {tag: tags.string, color: "var(--good)"},
	{tag: tags.labelName, color: "var(--warn)"}, {tag: tags.variableName, color: "var(--bad)"},
	{tag: tags.number, color: "var(--good)"}, {tag: tags.punctuation, color: "var(--dim)"},
]);

// indentation is that of a line by its first word: a step or a table of examples belongs to
// the scenario above, a scenario to the rule or feature above. A new line is deeper below a
// line that begins something, and as deep as the scenario after a blank line below its steps.
const begins = /^\s*(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios):/;
const scenario = /^\s*(Background|Scenario Outline|Scenario Template|Scenario|Example):/;
const parents = [
	[/^\s*((Given|When|Then|And|But|\*) |(Examples|Scenarios):)/, scenario],
	[scenario, /^\s*(Rule|Feature):/],
	[/^\s*Rule:/, /^\s*Feature:/],
];
const depth = line => line.match(/^ */)[0].length;

// nearest is the depth of the nearest line above an offset that matches.
function nearest(context, from, pattern) {
	for (let text; from > 0;) {
		({text, from} = context.lineAt(from - 1, -1));
		if (pattern.test(text)) return depth(text);
	}
}

// inDocString reports whether an offset is between the quotes of a doc string.
function inDocString(context, from) {
	let inside = false;
	for (let text; from > 0;) {
		({text, from} = context.lineAt(from - 1, -1));
		if (/^\s*("""|```)/.test(text)) inside = !inside;
	}
	return inside;
}

const indentation = indentService.of((context, pos) => {
	const own = context.lineAt(pos, 1);
	if (inDocString(context, own.from)) return null;
	const parent = parents.find(([word]) => word.test(own.text));
	if (parent && own.from > 0) {
		const above = nearest(context, own.from, parent[1]);
		if (above !== undefined) return above + 2;
	}
	let {text, from} = context.lineAt(pos, -1);
	const blank = !text.trim();
	while (!text.trim() && from > 0) ({text, from} = context.lineAt(from - 1, -1));
	if (begins.test(text) || /^\s*(Given|When|Then|And|But|\*) .*:$/.test(text)) return depth(text) + 2;
	if (!blank) return depth(text);
	return nearest(context, from, /^\s*(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenario|Example):/) ?? 0;
});

// part is the part to fill in of a completed step that is selected.
let part;

// toPart goes to another part to fill in.
const toPart = go => view => {
	const went = go(view);
	if (went) part = view.state.selection.main;
	return went;
};

// nextLine leaves the parts of a step that are still to fill in as they are, and begins the
// next line: what is selected is not replaced.
function nextLine(view) {
	const {main} = view.state.selection;
	if (main.empty || !part?.eq(main) && !hasNextSnippetField(view.state) && !hasPrevSnippetField(view.state)) return false;
	clearSnippet(view);
	view.dispatch({selection: {anchor: endOfStep(view.state.doc, view.state.doc.lineAt(main.to))}});
	return insertNewlineAndIndent(view);
}

// endOfStep is the end of a line, or of the table or the doc string below it.
function endOfStep(doc, line) {
	for (let quoted = false; line.number < doc.lines;) {
		const next = doc.line(line.number + 1), edge = /^\s*"""/.test(next.text);
		if (!quoted && !edge && !/^\s*\|/.test(next.text)) break;
		if (edge) quoted = !quoted;
		line = next;
	}
	return line.to;
}

// recheck checks the text again, as if it had changed.
const again = StateEffect.define();
const recheck = () => { view.dispatch({effects: again.of(null)}); forceLinting(view); };

// format asks for the text with the usual indentation, and replaces what differs.
async function format() {
	const said = document.getElementById("saved"), text = view.state.doc.toString();
	const result = await ask(area.dataset.format, view.state).catch(error => ({error: `The text was not formatted: ${error.message}.`}));
	if (view.state.doc.toString() !== text) return; // typed meanwhile
	said.replaceChildren(result.error ? element("p", result.error, "note bad") : "");
	if (result.error || result.text === text) return;
	let from = 0, end = 0;
	while (from < text.length && text[from] === result.text[from]) from++;
	while (end < Math.min(text.length, result.text.length) - from && text.at(-1 - end) === result.text.at(-1 - end)) end++;
	view.dispatch({changes: {from, to: text.length - end, insert: result.text.slice(from, result.text.length - end)}});
}
document.getElementById("format").addEventListener("click", () => format().then(() => view.focus()));

const press = id => () => { document.getElementById(id)?.click(); return true; };

const view = new EditorView({
	parent: area.parentElement,
	state: EditorState.create({
		doc: area.value,
		extensions: [
			EditorView.cspNonce.of(area.dataset.nonce),
			snippetKeymap.of([{key: "Tab", run: toPart(nextSnippetField), shift: toPart(prevSnippetField)}, {key: "Escape", run: clearSnippet}]),
			keymap.of([{key: "Mod-Enter", run: press("run-line")}, {key: "Mod-s", run: press("save")}, {key: "Shift-Alt-f", run: press("format")}, {key: "Tab", run: acceptCompletion}, {key: "Enter", run: nextLine}]),
			lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), drawSelection(), history(), indentUnit.of("  "), indentation, indentOnInput(),
			gherkin, syntaxHighlighting(colours), autocompletion({override: [complete], activateOnTypingDelay: 60, maxRenderedOptions: 10}), hover, check, lintGutter(),
			keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
			EditorView.lineWrapping, EditorView.contentAttributes.of({"aria-label": "Feature", id: "code"}),
			EditorView.updateListener.of(update => { if (update.docChanged) area.value = update.state.doc.toString(); }),
		],
	}),
});
area.before(view.dom);
area.hidden = true;
form.dataset.ready = "true";

// texts are those of the page that would be lost with it: they are kept once they were saved
// or downloaded. The page asks before others are left.
const texts = () => ({feature: view.state.doc.toString(), expectations: form.elements.expectations.value});
const kept = texts();
let sent = kept;
addEventListener("beforeunload", event => {
	const now = texts();
	if (now.feature !== kept.feature || now.expectations !== kept.expectations) event.preventDefault();
});
form.addEventListener("submit", ({submitter}) => {
	const what = submitter?.id === "download-expected" ? "expectations" : "feature";
	kept[what] = texts()[what];
});

// A button of one scenario says in which line the cursor is. A file is saved over the one
// that was loaded only by the same name.
const loaded = {name: form.elements.name.value, version: form.elements.version.value};
form.addEventListener("htmx:configRequest", ({target, detail}) => {
	const button = detail.elt ?? target;
	if (["save", "save-expected"].includes(button.id)) sent = texts();
	else if (["run-text", "run-line", "worth-text"].includes(button.id)) ran = form.elements.name.value;
	const set = (name, value) => detail.formData ? detail.formData.set(name, value) : (detail.parameters[name] = value);
	set("text", view.state.doc.toString());
	set("line", button.dataset.line === "here" ? String(view.state.doc.lineAt(view.state.selection.main.head).number) : "");
	set("version", form.elements.name.value === loaded.name ? loaded.version : "");
});
// renameResult gives the result of a run the name that its text is saved by.
let ran = loaded.name;
function renameResult(from, to) {
	const result = document.getElementById("result"), stem = name => name.split("/").pop().replace(/\.feature$/, "");
	const texts = document.createTreeWalker(result, NodeFilter.SHOW_TEXT);
	for (let text; (text = texts.nextNode());) {
		if (text.data.trim() === stem(from) + ".feature") text.data = stem(to) + ".feature";
		else if (text.data.trim().startsWith(stem(from) + "#")) text.data = text.data.replace(stem(from) + "#", stem(to) + "#");
	}
}
document.getElementById("saved").addEventListener("htmx:afterSwap", event => {
	const news = event.currentTarget.querySelector("[data-version]");
	if (!news) return;
	renameResult(ran, news.dataset.file);
	form.elements.name.value = loaded.name = ran = news.dataset.file;
	loaded.version = news.dataset.version;
	kept.feature = sent.feature;
});
document.getElementById("expected").addEventListener("htmx:afterSwap", event => {
	if (event.currentTarget.querySelector(".good")) kept.expectations = sent.expectations;
});
document.getElementById("expecting").addEventListener("htmx:afterSettle", () => {
	if (!adding) return;
	adding = false;
	const field = form.elements.expectations;
	field.focus();
	field.setSelectionRange(field.value.length, field.value.length);
	field.scrollIntoView({block: "nearest"});
});
// What the name of the file or the expectations change may make another thing wrong.
form.addEventListener("input", ({target}) => { if (["name", "expectations"].includes(target.name)) recheck(); });
form.addEventListener("htmx:afterSwap", ({target}) => { if (document.getElementById("expecting").contains(target)) recheck(); });
// The other fields are saved by the same keys as the text.
form.addEventListener("keydown", event => {
	const save = {expectations: "save-expected", name: "save"}[event.target.name];
	if (!save || event.key !== "s" || !event.ctrlKey && !event.metaKey) return;
	event.preventDefault();
	press(save)();
});
// What a test or a reader of the page needs to reach the editor.
form.editor = {view, startCompletion: () => startCompletion(view), closeCompletion: () => closeCompletion(view)};
