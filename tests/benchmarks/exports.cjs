// What a package exports, as the compiler of TypeScript sees it: `node exports.cjs TYPESCRIPT ENTRY`.
//
// Prints JSON: the name of every export, and of every member of one as `Name.member`, with the text
// of its declarations, comments and white space apart, their files, and the name that they have
// there. Private members are left out.
const path = require("path");
const ts = require(path.resolve(process.argv[2]));

const entry = path.resolve(process.argv[3]);
const program = ts.createProgram([entry], {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  noLib: true,
  types: [],
});
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });
const found = {};
const seen = new Set();

function text(node) {
  const printed = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return printed.replace(/\s+/g, " ").replace(/^(export |declare |default )+/, "").trim();
}

function ownName(node) {
  let called = node.name ? node.name.getText() : "";
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isModuleDeclaration(outer)) called = `${outer.name.getText()}.${called}`;
  }
  return called;
}

function add(name, node, said, own) {
  const one = (found[name] ??= { text: "", files: [], own });
  one.text = `${one.text} ${said}`.trim();
  const file = path.relative(process.cwd(), node.getSourceFile().fileName);
  if (!one.files.includes(file)) one.files.push(file);
}

function isPrivate(node) {
  return (
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0 ||
    (node.name !== undefined && ts.isPrivateIdentifier(node.name))
  );
}

function describeMembers(name, node) {
  const heritage = (node.heritageClauses ?? []).map(text).join(" ");
  const parameters = (node.typeParameters ?? []).map(text).join(", ");
  const abstract = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract ? "abstract " : "";
  const own = ownName(node);
  add(name, node, `${abstract}${ts.SyntaxKind[node.kind]}<${parameters}> ${heritage}`, own);
  for (const member of node.members) {
    if (isPrivate(member)) continue;
    const called = ts.isConstructorDeclaration(member)
      ? "constructor"
      : member.name
        ? member.name.getText()
        : "()";
    add(`${name}.${called}`, member, text(member), `${own}.${called}`);
  }
}

function describe(name, symbol) {
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  for (const node of symbol.declarations ?? []) {
    const key = `${name} ${node.getSourceFile().fileName} ${node.pos}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) describeMembers(name, node);
    else if (ts.isEnumDeclaration(node)) {
      add(name, node, "enum", ownName(node));
      for (const member of node.members) {
        const called = member.name.getText();
        add(`${name}.${called}`, member, text(member), `${ownName(node)}.${called}`);
      };
    } else if (ts.isModuleDeclaration(node) || ts.isSourceFile(node)) {
      add(name, node, "namespace", ownName(node));
      const inner = checker.getSymbolAtLocation(ts.isSourceFile(node) ? node : node.name);
      for (const one of inner ? checker.getExportsOfModule(inner) : [])
        describe(`${name}.${one.name}`, one);
    } else if (ts.isVariableDeclaration(node)) add(name, node, `var ${text(node)}`, ownName(node));
    else add(name, node, text(node), ownName(node));
  }
}

const file = checker.getSymbolAtLocation(program.getSourceFile(entry));
for (const symbol of file ? checker.getExportsOfModule(file) : []) describe(symbol.name, symbol);
process.stdout.write(JSON.stringify(found));
