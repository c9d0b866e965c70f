import { parseSync } from '@swc/core';

/** Imports, re-exports and definitions of a file: everything that determines the files it needs. */
export interface FileImports {
  /** `*` stands for all exports of the module, `default` for its default export. */
  imports: { from: string; names: string[]; types: string[] }[];
  /** `export { a as b } from './x.ts'` is `['b', 'a']`. */
  passesOn: { from: string; names: '*' | [outer: string, inner: string][] }[];
  /** Names that the file defines and exports. */
  defines: string[];
  /** Exported classes. */
  classes: string[];
  /** Texts that may be paths of other files, which the file starts or reads. */
  mentions: string[];
  /** Whether the file lists and reads files of the repository. */
  readsTree: boolean;
  /** Whether the file reads documents. */
  readsDocuments: boolean;
  /** Kinds of cases that the file takes from the plan. */
  chooses: ('routes' | 'screens')[];
  /** Whether the file contains only re-exports. */
  isBarrel: boolean;
}

interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a syntax tree
  [key: string]: any;
}

const nameOf = (node: Node): string => node['value'] as string;

/** Reads a TypeScript or JavaScript file. A file with syntax errors, which the compiler reports, has no imports. */
export function readImports(path: string, text: string): FileImports {
  const found: FileImports = {
    imports: [],
    passesOn: [],
    defines: [],
    classes: [],
    mentions: [],
    readsTree: /\bglobSync\b|ls-files/.test(text),
    readsDocuments: /\bglobSync\b|ls-files|readFileSync/.test(text) && /\.md\b/.test(text),
    chooses: (['routes', 'screens'] as const).filter((kind) => text.includes(`chosen('${kind}'`)),
    isBarrel: false,
  };
  let body: Node[];
  try {
    body = parseSync(text, { syntax: 'typescript', tsx: /x$/.test(path), decorators: true, target: 'es2024' })
      .body as Node[];
  } catch {
    return found;
  }
  const local = new Map<string, { from: string; name: string }>();
  const passed = new Map<string, [string, string][]>();
  for (const node of body) readStatement(node, found, local, passed);
  for (const [from, names] of passed) found.passesOn.push({ from, names });
  found.isBarrel = found.passesOn.length > 0 && body.every(({ type, source }) => isPassing(type, source));
  if (/\bimport\(|['"`][\w./-]+\.(?:tsx?|mjs|js|json|css|sql|csv|html|xml|edi|md)['"`]/.test(text)) walk(body, found);
  found.mentions = [...new Set(found.mentions)];
  return found;
}

const isPassing = (type: string, source: unknown): boolean =>
  type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && Boolean(source));

type Passed = Map<string, [outer: string, inner: string][]>;

function readStatement(
  node: Node,
  found: FileImports,
  local: Map<string, { from: string; name: string }>,
  passed: Passed,
) {
  const pass = (from: string, outer: string, inner: string) =>
    passed.set(from, [...(passed.get(from) ?? []), [outer, inner]]);
  switch (node.type) {
    case 'ImportDeclaration': {
      const from = node['source'].value as string;
      const entry = { from, names: [] as string[], types: [] as string[] };
      for (const each of node['specifiers'] as Node[]) {
        const name =
          each.type === 'ImportNamespaceSpecifier'
            ? '*'
            : each.type === 'ImportDefaultSpecifier'
              ? 'default'
              : nameOf(each['imported'] ?? each['local']);
        (node['typeOnly'] || each['isTypeOnly'] ? entry.types : entry.names).push(name);
        local.set(nameOf(each['local']), { from, name });
      }
      found.imports.push(entry);
      break;
    }
    case 'ExportAllDeclaration':
      found.passesOn.push({ from: node['source'].value, names: '*' });
      break;
    case 'ExportNamedDeclaration':
      for (const each of node['specifiers'] as Node[]) {
        if (each.type === 'ExportNamespaceSpecifier') {
          pass(node['source'].value, nameOf(each['name']), '*');
          continue;
        }
        const inner = nameOf(each['orig']);
        const outer = nameOf(each['exported'] ?? each['orig']);
        const imported = local.get(inner);
        if (node['source']) pass(node['source'].value, outer, inner);
        else if (imported) pass(imported.from, outer, imported.name);
        else found.defines.push(outer);
      }
      break;
    case 'ExportDeclaration':
      readDeclaration(node['declaration'], found);
      break;
    case 'ExportDefaultDeclaration':
    case 'ExportDefaultExpression':
      found.defines.push('default');
      break;
  }
}

function readDeclaration(declaration: Node, found: FileImports): void {
  if (declaration.type === 'VariableDeclaration')
    for (const { id } of declaration['declarations'] as Node[]) found.defines.push(...boundNames(id));
  else {
    const name = nameOf(declaration['identifier'] ?? declaration['id']);
    found.defines.push(name);
    if (declaration.type === 'ClassDeclaration') found.classes.push(name);
  }
}

function boundNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  if (pattern.type === 'ArrayPattern')
    return (pattern['elements'] as (Node | null)[]).flatMap((each) => (each ? boundNames(each) : []));
  if (pattern.type === 'ObjectPattern')
    return (pattern['properties'] as Node[]).flatMap((each) =>
      boundNames(each['value'] ?? each['key'] ?? each['argument']),
    );
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern['left']);
  return pattern['argument'] ? boundNames(pattern['argument']) : [];
}

/** Collects literal `import()` calls with the names destructured from them, and texts that may be paths. */
function walk(value: unknown, found: FileImports): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (/^(Import|ExportAll|ExportNamed)Declaration$/.test(node.type) && node['source']) return;
  if (
    node.type === 'VariableDeclarator' &&
    node['id'].type === 'ObjectPattern' &&
    node['init']?.type === 'AwaitExpression'
  ) {
    const from = importedBy(node['init'].argument);
    const names = (node['id'].properties as Node[]).map((each) => each['key'] && nameOf(each['key']));
    if (from !== undefined && names.every((name) => typeof name === 'string')) {
      found.imports.push({ from, names: names as string[], types: [] });
      return;
    }
  }
  const from = importedBy(node);
  if (from !== undefined) {
    found.imports.push({ from, names: ['*'], types: [] });
    return;
  }
  if (node.type === 'StringLiteral' && /^[\w./-]+\.\w+$/.test(node['value'])) found.mentions.push(node['value']);
  for (const each of Object.values(node)) walk(each, found);
}

const importedBy = (node: Node): string | undefined =>
  node.type === 'CallExpression' &&
  node['callee'].type === 'Import' &&
  node['arguments'][0]?.expression.type === 'StringLiteral'
    ? node['arguments'][0].expression.value
    : undefined;
