
// The editor's page. The text area contains the molecules as JSON and is
// sent; the tree shows them and writes every change to it. Messages from here and
// from the server name a field by its path, such as molecules[2].operator.

const form = document.querySelector("form");
const text = form.elements.molecules;
const json = text.closest("details");
const says = document.querySelector("#says");
const status = document.querySelector("#status");

// build shows the molecules of the text area, and returns whether it could.
function build() {
  try {
    const list = makeList(parse(text.value));
    tree.querySelector(":scope > .list")?.remove();
    tree.append(list);
    tree.hidden = false;
    number();
    return true;
  } catch (err) {
    tree.hidden = true;
    json.open = true;
    complain(text, `molecules: ${err instanceof Problem ? err.message : "must be JSON"}`);
    return false;
  }
}

// check reads the whole form. If it is valid, the text area gets the tree.
function check() {
  problems = [];
  const name = form.elements.name;
  name.dataset.path = "name";
  text.dataset.path = "molecules";
  if (name.required && !name.value) problems.push({ field: name, says: "name: must not be empty" });
  if (tree.hidden) return;
  const before = problems.length;
  const molecules = readList(tree.querySelector(":scope > .list"), "molecules");
  if (problems.length === before) text.value = JSON.stringify(molecules, null, 2);
}

// Messages.

let messages = 0;

function complain(field, message) {
  settle(field);
  const wrong = document.createElement("span");
  wrong.className = "wrong";
  wrong.id = `wrong-${++messages}`;
  wrong.textContent = message;
  const control = field.matches("input, select, textarea");
  (control ? field.closest("div") : field).append(wrong);
  if (!control) return;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", wrong.id);
}

function settle(field) {
  const place = field.matches("input, select, textarea") ? field.closest("div") : field;
  place.querySelectorAll(":scope > .wrong").forEach(w => w.remove());
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

function say(message, good = false) {
  says.textContent = message;
  says.classList.toggle("good", good);
}

// blame shows a message of the server at the field of its path, or at the
// nearest thing around it.
function blame(path, message) {
  const named = [...form.querySelectorAll("[data-path]")].filter(e => e.checkVisibility() && e.dataset.path && (path === e.dataset.path || path.startsWith(e.dataset.path) && /[.[]/.test(path[e.dataset.path.length])));
  const field = named.sort((a, b) => b.dataset.path.length - a.dataset.path.length)[0];
  if (!field) return;
  complain(field, message);
  (field.matches("input, select, textarea") ? field : field.querySelector("input, select, button")).focus();
}

// What the user does.

tree.addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  const list = button.closest(".list");
  if (button.parentElement.className === "add") {
    const item = makeItem(kinds[button.value].fresh);
    const items = list.querySelector(":scope > ol"), operation = list.querySelector("select");
    items.append(item);
    if (items.children.length === 2 && !operation.value) operation.value = "AND";
    number();
    status.textContent = `${item.name} added.`;
    item.querySelector("input, select").focus();
  } else change(button, button.closest("li"), list);
  check();
});

function change(button, item, list) {
  const name = item.name;
  if (button.value === "remove") {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    (next?.querySelector("button[value=remove]") ?? list.querySelector(":scope > .add > button")).focus();
  } else if (button.value === "up") item.previousElementSibling.before(item);
  else item.nextElementSibling.after(item);
  number();
  status.textContent = button.value === "remove" ? `${name} removed.` : `${name} is now ${item.name}.`;
  if (button.value === "remove") return;
  (button.disabled ? [...button.parentElement.children].find(b => !b.disabled) : button).focus();
}

form.addEventListener("input", event => {
  const item = event.target.closest("li");
  if (item?.fields.kind) shapeValue(item);
  if (item?.fields.negate) shapeConstraint(item);
  if (event.target.matches("li input[inputmode=numeric][list]")) shapeKnown(event.target);
  settle(event.target);
  status.textContent = "";
});

form.addEventListener("change", event => {
  if (event.target === text) { settle(text); build(); }
  check();
  for (const p of problems) if (p.field === event.target) complain(p.field, p.says);
});

form.addEventListener("submit", async event => {
  event.preventDefault();
  say("");
  status.textContent = "";
  form.querySelectorAll("[aria-invalid]").forEach(settle);
  form.querySelectorAll(".wrong").forEach(w => w.remove());
  if (tree.hidden && !build()) { text.focus(); return; }
  check();
  if (problems.length === 0) return save();
  for (const p of problems) complain(p.field, p.says);
  say(`The segment was not saved. Fix ${problems.length === 1 ? "the field" : `the ${problems.length} fields`} below.`);
  problems[0].field.focus();
});

let saving = false;

async function save() {
  if (saving) return;
  saving = true;
  status.textContent = "Saving …";
  try {
    const response = await fetch(form.action, { method: "POST", credentials: "omit", headers: { Accept: "application/json" }, body: new URLSearchParams(new FormData(form)) });
    saved(await response.json());
  } catch {
    say("The segment was not saved: the server cannot be reached. Try again.");
  }
  saving = false;
  status.textContent = "";
}

function saved(result) {
  say(result.says, result.saved);
  if (result.version) form.elements.version.value = result.version;
  if (result.path) blame(result.path, result.says.replace(/^The segment was not saved: /, ""));
  if (result.saved) leave("created");
}

// The page that embeds this one gets a message, if it has the redirect_uri's
// origin: the browser delivers none to any other. The document does not define the
// messages; clients are known to wait for these two, and to read the segment's id
// in them. An invalid link sends none.

const back = document.body.dataset.back;
const embedded = window.parent !== window;
const post = message => { if (embedded && back) window.parent.postMessage(message, new URL(back).origin); };

function leave(status) {
  post({ message: "EXITED_SEGMENT_FLOW", data: { status }, details: { id: Number(document.body.dataset.segment) } });
  if (!embedded && back) location.assign(back);
}

document.querySelector("#cancel")?.addEventListener("click", event => {
  event.preventDefault();
  leave("cancelled");
});

form.noValidate = true;
json.open = !build();
post({ message: "LOADED" });
