import { parseSync } from '@swc/core';

/** Migrations, and files that every plugin has: tables of contents, and sources of records. */
const ofEveryPlugin = /(^|\/)migrations\/|^plugins\/[^/]+\/(server|browser)\/[^/]+\.ts$|\/tables\.ts$/;
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/**
 * Names that two files export, with the files. A record's type in `contracts` and its entity share a name, and so do
 * exports of files that every plugin has.
 * @param files text by path from the root of the repository
 */
export function namesExportedTwice(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (ofEveryPlugin.test(path)) continue;
    for (const [, name = ''] of text.matchAll(exported)) places.set(name, (places.get(name) ?? new Set()).add(path));
  }
  const twice = [...places].map(([name, paths]): [string, string[]] => [name, withoutEntity([...paths])]);
  return new Map(twice.filter(([, paths]) => paths.length > 1));
}

/** Removes the entity of a record that `contracts` of the same plugin describes. */
function withoutEntity(paths: string[]): string[] {
  const ownerOf = (path: string): string =>
    path
      .split('/')
      .slice(0, path.startsWith('plugins/') ? 2 : 1)
      .join();
  const described = paths.find((path) => path.includes('/contracts/'));
  const at = paths.findIndex(
    (path) => path.endsWith('.entity.ts') && described && ownerOf(path) === ownerOf(described),
  );
  return at < 0 ? paths : paths.toSpliced(at, 1);
}

interface Node {
  type: string;
  span?: { start: number; end: number };
  [name: string]: unknown;
}

const functions =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|(?:Class|Private)Method|MethodProperty)$/;

/** Functions of a file with more than `most` lines, by name. */
export function longFunctions(path: string, text: string, most: number): Map<string, number> {
  // Positions are in bytes and continue from file to file, so they are computed relative to a statement inserted before
  // all others.
  const bytes = Buffer.from(`;\n${text}`);
  const { body } = parseSync(bytes.toString(), { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' });
  const first = body[0]?.span.start ?? 0;
  const found = new Map<string, number>();
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, name);
    else if (typeof node === 'object' && node !== null) {
      const { type, span, identifier, id, key } = node as Node;
      const own = nameOf(identifier) ?? nameOf(id) ?? nameOf(key) ?? name;
      if (functions.test(type) && span) {
        const lines = bytes
          .subarray(span.start - first, span.end - first)
          .toString()
          .split('\n').length;
        if (lines > most) found.set(own, Math.max(lines, found.get(own) ?? 0));
      }
      for (const [part, value] of Object.entries(node)) if (part !== 'span') visit(value, own);
    }
  };
  if (bytes.toString().split('\n').length > most) visit(body, '(anonymous)');
  return found;
}

const nameOf = (node: unknown): string | undefined => {
  const value = (node as { value?: unknown } | null | undefined)?.value;
  return typeof value === 'string' ? value : undefined;
};
