// Prints the names of Scala files that are not private, one `path TAB Owner.name` a line, as the
// parser of Scalameta reads them (npm: scalameta-parsers); paths come on standard input.
const { readFileSync } = require("fs");
const { parseSource } = require(require.resolve("scalameta-parsers", { paths: [process.cwd()] }));

const closed = (mods) => (mods || []).some((one) => one.type === "Mod.Private");

function bound(pattern) {
  if (pattern.type === "Pat.Var") return [pattern.name.value];
  return Object.values(pattern)
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .flatMap((part) => (part && typeof part === "object" && part.type ? bound(part) : []));
}

function walk(say, owner, stats) {
  for (const stat of stats || []) {
    const kind = stat.type;
    if (kind === "Pkg") walk(say, owner, stat.body ? stat.body.stats : stat.stats);
    else if (closed(stat.mods)) continue;
    else if (/^(Defn\.(Class|Trait|Object|Enum)|Pkg\.Object|Defn\.Given)$/.test(kind)) {
      const name = stat.name.value || "given";
      say(owner, name);
      const clauses = (stat.ctor && stat.ctor.paramClauses) || [];
      const templ = stat.templ || {};
      walk(say, owner.concat(name), templ.body ? templ.body.stats : templ.stats);
    } else if (/^(Defn|Decl)\.(Val|Var)$/.test(kind)) {
      for (const pattern of stat.pats) for (const name of bound(pattern)) say(owner, name);
    } else if (/^(Defn|Decl)\.(Def|Type|Macro|EnumCase|GivenAlias)$/.test(kind)) {
      say(owner, stat.name.value || "given");
    } else if (kind === "Defn.Opaque" || kind === "Defn.OpaqueTypeAlias") say(owner, stat.name.value);
    else if (kind === "Defn.RepeatedEnumCase") for (const one of stat.cases) say(owner, one.value);
    else if (kind === "Ctor.Secondary") say(owner, "this");
  }
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  let tree = parseSource(text, "Scala213");
  if (tree.error) tree = parseSource(text, "Scala3");
  if (tree.error) continue;
  console.log(path + "\t"); // it was read
  walk((owner, name) => console.log(path + "\t" + owner.concat(name).join(".")), [], tree.stats);
}
