import { parseSync } from '@swc/core';

/** A state that a source names itself instead of using its declaration. */
export interface StateLiteral {
  kind: 'sql' | 'typescript';
  /** The source text, on one line. */
  text: string;
  code: string;
}

interface Node {
  type: string;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Names of fields that hold a state. Comparisons with a code count if the compared name is one of them. */
const stateField = /^(?:status|state|stage|statusCode|from|before|place|\w+(?:Status|State|Stage))$/;
const comparisons = new Set(['===', '!==', '==', '!=']);

/** Literals of these codes, and of columns with these names, that only a declaration may contain. */
export function stateLiteralsIn(
  path: string,
  source: string,
  codes: ReadonlySet<string>,
  columns: ReadonlySet<string>,
): StateLiteral[] {
  const found: StateLiteral[] = [];
  const named = `"?\\b(?:${[...columns].join('|')})\\b"?(?:::text)?`;
  const inSQL = [
    // Comparisons and assignments of one or several codes, with the column on either side.
    new RegExp(
      `${named}\\)?\\s*(?:=|<>|!=|(?:not\\s+)?in\\b|is\\s+(?:not\\s+)?distinct\\s+from)\\s*\\(?\\s*'(\\w+)'`,
      'gi',
    ),
    new RegExp(`${named}\\s*(?:=|<>)\\s*(?:any|all)\\s*\\([^)]*?'\\{?(\\w+)`, 'gi'),
    new RegExp(`'(\\w+)'\\s*(?:=|<>|!=)\\s*(?:\\w+\\.)?${named}`, 'gi'),
    new RegExp(`\\bcase\\s+(?:\\w+\\.)?${named}\\s+when\\s+'(\\w+)'`, 'gi'),
    new RegExp(`\\bcoalesce\\((?:\\w+\\.)?${named},\\s*'(\\w+)'`, 'gi'),
  ];
  const assigned = new RegExp(`${named}\\s*=\\s*case\\b(?:(?!\\bend\\b)[\\s\\S])*`, 'gi');
  const judgeText = (text: string): void => {
    for (const kind of inSQL)
      for (const [all, code = ''] of text.matchAll(kind))
        if (codes.has(code)) found.push({ kind: 'sql', text: all.replace(/\s+/g, ' '), code });
    for (const [all] of text.matchAll(assigned))
      for (const [then, code = ''] of all.matchAll(/\b(?:then|else)\s+'(\w+)'/gi))
        if (codes.has(code)) found.push({ kind: 'sql', text: then.replace(/\s+/g, ' '), code });
  };
  const judgeCode = (field: Node, ...given: unknown[]): void => {
    for (const each of given)
      if (isNode(each) && each.type === 'StringLiteral' && codes.has(String(each['value'])) && isStateField(field))
        found.push({
          kind: 'typescript',
          text: `${nameOf(field)} ${String(each['value'])}`,
          code: String(each['value']),
        });
  };
  const lists = listsOf(codes, source);
  /** A condition such as `where('sold.status', 'in', shown)`, with codes or the name of a list of codes. */
  const judgeCondition = (call: Node): void => {
    const [field, , value] = (call['arguments'] as { expression: unknown }[]).map(({ expression }) =>
      unwrapped(expression),
    );
    const column = field?.type === 'StringLiteral' ? String(field['value']) : '';
    if (!value || !columns.has(column.split('.').at(-1) ?? '')) return;
    for (const code of codesIn(value, lists))
      if (codes.has(code)) found.push({ kind: 'typescript', text: `${column} ${code}`, code });
  };
  const visit = (node: unknown): void => {
    if (!isNode(node)) {
      if (typeof node === 'object' && node !== null) for (const value of Object.values(node)) visit(value);
      return;
    }
    const { type } = node;
    if (type === 'StringLiteral') judgeText(String(node['value']));
    else if (type === 'TemplateLiteral') judgeText(textOf(node, lists));
    else if (type === 'BinaryExpression' && comparisons.has(String(node['operator']))) {
      const left = unwrapped(node['left']);
      const right = unwrapped(node['right']);
      judgeCode(left, right);
      judgeCode(right, left);
    } else if (type === 'SwitchStatement')
      for (const { test } of node['cases'] as { test: unknown }[]) judgeCode(unwrapped(node['discriminant']), test);
    else if (type === 'CallExpression') {
      judgeIncludes(node, judgeCode);
      judgeCondition(node);
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  if ([...codes].some((code) => source.includes(code)))
    visit(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' }).body);
  return found;
}

/** `['packed', 'shipped'].includes(shipment.status)` */
function judgeIncludes(call: Node, judge: (field: Node, ...given: unknown[]) => void): void {
  const callee = unwrapped(call['callee']);
  const [first] = call['arguments'] as { expression: unknown }[];
  if (callee.type !== 'MemberExpression' || nameOf(callee) !== 'includes' || !first) return;
  const list = unwrapped(callee['object']);
  if (list.type === 'ArrayExpression')
    judge(
      unwrapped(first.expression),
      ...(list['elements'] as ({ expression: unknown } | null)[]).map((each) => each?.expression),
    );
}

const wrappers = /^(?:Parenthesis|TsAs|TsNonNull|TsConstAssertion|TsSatisfies|OptionalChaining)/;

/** The expression inside parentheses, an optional chain or a type assertion. */
function unwrapped(given: unknown): Node {
  let node = given as Node;
  while (wrappers.test(node.type)) node = (node['expression'] ?? node['base']) as Node;
  return node;
}

/** The last name of an expression: `status` of `order.status` and of `status`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node['value']);
  if (node.type !== 'MemberExpression') return '';
  const property = node['property'] as Node;
  return property.type === 'Identifier' ? String(property['value']) : '';
}

const isStateField = (node: Node): boolean =>
  stateField.test(nameOf(node)) ||
  (nameOf(node) === 'code' && node.type === 'MemberExpression' && stateField.test(nameOf(unwrapped(node['object']))));

type Lists = ReadonlyMap<string, readonly string[]>;

/** Constants of a source that are lists of codes: `const shown = ['issued', 'fulfilled'] as const`. */
function listsOf(codes: ReadonlySet<string>, source: string): Lists {
  const lists = new Map<string, readonly string[]>();
  for (const [, name = '', elements = ''] of source.matchAll(/\bconst (\w+)(?:: [^=]+)? = \[([^\]]*)\]/g)) {
    const texts = [...elements.matchAll(/'(\w+)'/g)].map(([, text = '']) => text);
    if (texts.length && texts.every((text) => codes.has(text))) lists.set(name, texts);
  }
  return lists;
}

/** Codes in a value: a literal, an array, a conditional, or the name of a list. */
function codesIn(given: unknown, lists: Lists): readonly string[] {
  const value = unwrapped(given);
  if (value.type === 'StringLiteral') return [String(value['value'])];
  if (value.type === 'Identifier') return lists.get(String(value['value'])) ?? [];
  if (value.type === 'ConditionalExpression')
    return [value['consequent'], value['alternate']].flatMap((each) => codesIn(each, lists));
  if (value.type !== 'ArrayExpression') return [];
  return (value['elements'] as ({ expression: unknown } | null)[]).flatMap((each) =>
    each ? codesIn(each.expression, lists) : [],
  );
}

/** The text of a template. Placeholders for states become columns, and placeholders for codes become codes. */
function textOf(template: Node, lists: Lists): string {
  // Template literal types have no expressions.
  const holes = (template['expressions'] ?? []) as unknown[];
  return (template['quasis'] as { raw: string }[])
    .map(({ raw }, at) => {
      if (at >= holes.length) return raw;
      const hole = unwrapped(holes[at]);
      const [code] = codesIn(hole, lists);
      return `${raw}${isStateField(hole) ? 'status' : code === undefined ? '$0' : `'${code}'`}`;
    })
    .join('');
}
