// The tree of molecules: makeList shows them, readList reads them from the fields.
// page.js, which follows in the same module, does the rest of the page.

const tree = document.querySelector("#tree");
const copy = id => document.getElementById(id).content.firstElementChild.cloneNode(true);

// parse keeps numbers as they are written, which a number of JavaScript may not do:
// an id may be larger than 2^53.
const parse = source => JSON.parse(source, (_, value, context) =>
  typeof value === "number" && context && String(value) !== context.source ? JSON.rawJSON(context.source) : value);
const isNumber = v => typeof v === "number" || !!JSON.isRawJSON?.(v);

// A problem is an invalid value of a field: its path and what to do.
class Problem extends Error {}

const integer = source => {
  const digits = source.trim();
  if (!digits) throw new Problem("is required: give an integer");
  const whole = /^(-?(?:0|[1-9]\d*))(?:\.0+)?$/.exec(digits)?.[1];
  if (!whole || BigInt.asIntN(64, BigInt(whole)) !== BigInt(whole)) throw new Problem("must be an integer");
  return parse(digits);
};
const filled = source => {
  if (!source) throw new Problem("must not be empty");
  return source;
};
const boolean = source => source === "true";
const word = source => source;

// How a value of any JSON type is shown in a field, and read from it.
const values = {
  text: { is: v => typeof v === "string" && !v.includes("\r"), show: v => v, read: source => source },
  number: { is: isNumber, show: v => JSON.stringify(v), read: source => {
    try { const v = parse(source); if (isNumber(v)) return v; } catch { /* reported below */ }
    throw new Problem("must be a number");
  } },
  list: { is: v => Array.isArray(v) && v.every(e => typeof e === "string" && e && !/[\r\n]/.test(e)),
    show: v => v.join("\n"), read: source => source.split("\n").filter(line => line) },
  nothing: { is: v => v === null, show: () => "", read: () => null },
  json: { is: () => true, show: v => JSON.stringify(v), read: source => {
    try { return parse(source); } catch { throw new Problem("must be JSON"); }
  } },
};

// The kinds of molecules that are items of a list: how to recognise one, how a new
// one looks, how its fields are filled, and how it is read. Members that the page
// does not know stay as they are. The order is that of the server's rules.
const kinds = {
  group: {
    title: "Group", fresh: [], is: Array.isArray,
    fill: (item, m) => addList(item, m),
    read: (item, _, path) => readList(item.list, path),
  },
  related: {
    title: "Related segment", fresh: { filter_segment_id: "", is_member: true },
    is: m => "filter_segment_id" in m,
    fill(item, m) {
      put(item.fields.filter_segment_id, show(m.filter_segment_id));
      put(item.fields.is_member, String(m.is_member));
      shapeKnown(item.fields.filter_segment_id);
    },
    read: (item, take) => ({ ...item.molecule, filter_segment_id: take("filter_segment_id", integer), is_member: take("is_member", boolean) }),
  },
  relationship: {
    title: "Relationship", fresh: { relationship_id: "", molecules: [] },
    is: m => "relationship_id" in m,
    fill(item, m) {
      put(item.fields.relationship_id, show(m.relationship_id));
      put(item.fields.operator, m.constraint?.operator ?? "");
      put(item.fields.value, show(m.constraint?.value ?? ""));
      put(item.fields.negate, String(m.constraint?.negate ?? false));
      addList(item, m.molecules);
      shapeConstraint(item);
      shapeKnown(item.fields.relationship_id);
    },
    read(item, take, path) {
      const m = { ...item.molecule, relationship_id: take("relationship_id", integer) };
      const constraint = readConstraint(item, take);
      if (constraint) m.constraint = constraint; else delete m.constraint;
      return { ...m, molecules: readList(item.list, `${path}.molecules`) };
    },
  },
  atomic: {
    title: "Condition", fresh: { attribute: "", attribute_type: "property", operator: "equals", value: "" },
    is: m => "attribute" in m || "attribute_type" in m || "operator" in m,
    fill(item, m) {
      for (const member of ["attribute", "attribute_type", "operator"]) put(item.fields[member], m[member]);
      const kind = Object.keys(values).find(k => values[k].is(m.value));
      put(item.fields.kind, kind);
      put(item.fields.value, values[kind].show(m.value));
      shapeValue(item);
    },
    read: (item, take) => ({ ...item.molecule, attribute: take("attribute", item.fields.attribute.required ? filled : word), attribute_type: take("attribute_type", word),
      operator: take("operator", word), value: take("value", values[item.fields.kind.value].read) }),
  },
};

const show = v => typeof v === "string" ? v : JSON.stringify(v);

function readConstraint(item, take) {
  const operator = take("operator", word, "constraint.operator");
  if (!operator) return null;
  const old = item.molecule.constraint;
  const c = { ...old, type: "occurrences", operator };
  const any = operator === "anynumber" && !item.fields.value.value;
  if (any) delete c.value; else c.value = take("value", integer, "constraint.value");
  const negate = take("negate", boolean, "constraint.negate");
  if (negate || old && "negate" in old) c.negate = negate;
  return c;
}

// put fills a field. A select gets an option for a word that it does not know: a
// variant of the API may accept any.
function put(field, value) {
  if (field.localName === "select" && ![...field.options].some(o => o.value === value)) field.add(new Option(value, value));
  field.value = value;
}

// valueless are the operators that take no value. A value that is there is shown nevertheless.
const valueless = ["isnull", "isnotnull", "isblank", "isnotblank", "true", "false"];

function shapeValue(item) {
  const { kind, value, operator } = item.fields;
  const none = valueless.includes(operator.value) && !value.value && ["text", "nothing"].includes(kind.value);
  kind.closest("div").hidden = none;
  value.closest("div").hidden = none || kind.value === "nothing";
  value.rows = Math.min(8, Math.max(kind.value === "list" ? 3 : 1, value.value.split("\n").length));
  value.previousElementSibling.textContent = kind.value === "list" ? "Values, one a line" : "Value";
}

function shapeConstraint(item) {
  for (const field of [item.fields.value, item.fields.negate]) field.closest("div").hidden = !item.fields.operator.value;
}

// shapeKnown shows the name of the resource with the id in a field, if it is known.
function shapeKnown(field) {
  const place = field.closest("div");
  place.querySelector(".known")?.remove();
  const option = [...document.getElementById(field.getAttribute("list")).options].find(o => o.value === field.value);
  if (!option) return;
  const known = document.createElement("span");
  known.className = "known";
  known.textContent = option.label;
  place.append(known);
}

// Building the tree.

function makeItem(m) {
  const kind = Object.keys(kinds).find(k => kinds[k].is(m));
  if (!kind) throw new Problem("holds a molecule of no kind that this page knows");
  const item = copy("item");
  item.dataset.kind = kind;
  item.molecule = m;
  const body = copy(kind);
  item.fields = Object.fromEntries([...body.querySelectorAll("[data-member]")].map(f => [f.dataset.member, f]));
  item.firstElementChild.append(body);
  kinds[kind].fill(item, m);
  return item;
}

function addList(item, molecules) {
  item.list = makeList(molecules);
  item.firstElementChild.append(item.list);
}

// makeList shows molecules. It keeps the place of the one Operation Molecule
// among them.
function makeList(molecules) {
  if (!Array.isArray(molecules)) throw new Problem("must be an array");
  const list = copy("list");
  const at = molecules.findIndex(m => typeof m === "string");
  put(list.querySelector("select"), at < 0 ? "" : molecules[at]);
  list.at = at < 0 ? 1 : at;
  const items = molecules.filter((_, i) => i !== at);
  if (items.some(m => m === null || typeof m !== "object")) throw new Problem("holds something that is no molecule");
  list.querySelector("ol").append(...items.map(makeItem));
  return list;
}

// number gives every item and its buttons a name of their own.
function number(list = tree.querySelector(":scope > .list"), prefix = "") {
  const place = prefix ? ` in ${prefix}` : "";
  list.querySelector("select").setAttribute("aria-label", `Match${place}`);
  list.querySelector(".add").setAttribute("aria-label", `Add${place || " to the segment"}`);
  const items = [...list.querySelector("ol").children];
  items.forEach((item, i) => {
    item.name = `${kinds[item.dataset.kind].title} ${prefix.replace(/^\D*/, "")}${prefix ? "." : ""}${i + 1}`;
    item.querySelector("legend").textContent = item.name;
    const [up, down, remove] = item.querySelectorAll(":scope > fieldset > .tools > button");
    up.setAttribute("aria-label", `Move ${item.name} up`);
    down.setAttribute("aria-label", `Move ${item.name} down`);
    remove.setAttribute("aria-label", `Remove ${item.name}`);
    up.disabled = i === 0;
    down.disabled = i === items.length - 1;
    if (item.list) number(item.list, item.name);
  });
}

// Reading the tree. problems are those of the fields that were read.

let problems = [];

function readList(list, path) {
  list.dataset.path = path;
  const items = [...list.querySelector("ol").children];
  const operation = list.querySelector("select").value;
  const at = operation ? Math.min(list.at, items.length) : items.length;
  const molecules = items.map((item, i) => readItem(item, `${path}[${i < at ? i : i + 1}]`));
  if (operation) molecules.splice(at, 0, operation);
  list.querySelector("select").dataset.path = operation ? `${path}[${at}]` : "";
  return molecules;
}

function readItem(item, path) {
  item.dataset.path = path;
  const take = (member, read, at = member) => {
    const field = item.fields[member];
    field.dataset.path = `${path}.${at}`;
    try { return read(field.value); } catch (err) {
      problems.push({ field, says: `${field.dataset.path}: ${err.message}` });
      return null;
    }
  };
  return kinds[item.dataset.kind].read(item, take, path);
}
