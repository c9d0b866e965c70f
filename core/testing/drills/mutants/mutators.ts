import { parseSync } from '@swc/core';

/** Kinds of changes; each is a plausible mistake. */
export const mutantKinds = [
  'right',
  'version',
  'history',
  'touched',
  'lock',
  'filter',
  'sign',
  'comparison',
  'status',
  'follow-up',
] as const;
export type MutantKind = (typeof mutantKinds)[number];

/** A change of a file: the bytes from `start` to `end` become `text`. */
export interface Mutant {
  kind: MutantKind;
  line: number;
  start: number;
  end: number;
  text: string;
  /** The original code, on one line. */
  was: string;
}

interface Node {
  type: string;
  span: { start: number; end: number };
  // biome-ignore lint/suspicious/noExplicitAny: the tree of the parser, whose nodes are told apart by `type`
  [key: string]: any;
}

/** Calls used as statements, by the name of the called function. A mutant removes such a call. */
const statements: readonly [MutantKind, RegExp][] = [
  ['right', /^require$/],
  ['version', /^expectVersion$/],
  ['history', /^audit(All)?$/],
  ['touched', /^touched/],
  ['lock', /^lock/],
  ['follow-up', /^(emit|follow|update(?:Labels|P|Run|Supply)|recount|queueEmail|index|unindex|sum)/],
];

/** Replacements of names and operators. */
const turned: Readonly<Record<string, [MutantKind, string]>> = {
  plus: ['sign', 'minus'],
  minus: ['sign', 'plus'],
  gt: ['comparison', 'gte'],
  gte: ['comparison', 'gt'],
  lt: ['comparison', 'lte'],
  lte: ['comparison', 'lt'],
  getForUpdate: ['lock', 'get'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
};

/** All mutants of a TypeScript file, in the order of the code. */
export function mutantsOf(source: string): Mutant[] {
  const bytes = Buffer.from(source);
  // The parser's positions continue from file to file, and begin at the first statement instead of a comment before it.
  const offset = parseSync('', { syntax: 'typescript' }).span.end;
  const module = parseSync(source, { syntax: 'typescript', target: 'es2024' }) as Node;
  const found: Mutant[] = [];
  const at = ({ span }: Node): [number, number] => [span.start - offset, span.end - offset];
  const change = (kind: MutantKind, [start, end]: readonly [number, number], text: string): void => {
    const was = bytes.subarray(start, end).toString().replaceAll(/\s+/g, ' ');
    const line = bytes.subarray(0, start).toString().split('\n').length;
    found.push({ kind, line, start, end, text, was });
  };
  const textOf = (node: Node): string => bytes.subarray(...at(node)).toString();
  const states = new Set<string>();
  const statusLiterals: Node[] = [];

  const readStatement = (node: Node): void => {
    const inner: Node =
      node['expression'].type === 'AwaitExpression' ? node['expression'].argument : node['expression'];
    if (inner.type !== 'CallExpression') return;
    const name = calledName(inner);
    const kind = statements.find(([, pattern]) => name !== undefined && pattern.test(name))?.[0];
    // The called function stays mentioned, so that no import becomes unused.
    if (kind) change(kind, at(node), `void ${textOf(inner['callee'])};`);
  };
  const readCall = (node: Node): void => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    const name = callee.property.value as string;
    const other = Object.hasOwn(turned, name) ? turned[name] : undefined;
    if (other) change(other[0], at(callee.property), other[1]);
    if (name === 'filter') change('filter', at(node), textOf(callee.object));
  };
  const readBinary = (node: Node): void => {
    const other = turned[node['operator'] as string];
    if (!other) return;
    const [, start] = at(node['left']);
    const between = bytes.subarray(start, at(node['right'])[0]).toString();
    const place = start + Buffer.byteLength(between.slice(0, between.indexOf(node['operator'])));
    change(other[0], [place, place + node['operator'].length], other[1]);
  };
  const readProperty = (node: Node): void => {
    if (node['key'].value !== 'status' || node['value'].type !== 'StringLiteral') return;
    states.add(node['value'].value);
    statusLiterals.push(node['value']);
  };
  const readTemplate = (node: Node): void => {
    for (const quasi of node['quasis'] as Node[]) {
      const [start] = at(quasi);
      for (const match of textOf(quasi).matchAll(/\s+for (no key )?update( of \w+)?/g)) {
        const place = start + Buffer.byteLength(textOf(quasi).slice(0, match.index));
        change('lock', [place, place + Buffer.byteLength(match[0])], '');
      }
    }
  };
  const read: Readonly<Record<string, (node: Node) => void>> = {
    ExpressionStatement: readStatement,
    CallExpression: readCall,
    BinaryExpression: readBinary,
    KeyValueProperty: readProperty,
    TemplateLiteral: readTemplate,
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    if ('type' in value && typeof value.type === 'string') read[value.type]?.(value as Node);
    for (const each of Object.values(value)) walk(each);
  };
  walk(module['body']);
  for (const literal of statusLiterals) {
    const other = [...states].find((state) => state !== literal['value']);
    if (other) change('status', at(literal), `'${other}'`);
  }
  return found.sort((left, right) => left.start - right.start);
}

/** The last name of a called function: `audit` of `audit(…)`, `require` of `ctx.require(…)`. */
function calledName({ callee }: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.value;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.value
    : undefined;
}

/** The source with one mutant applied. */
export function mutated(source: string, { start, end, text }: Mutant): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]).toString();
}
