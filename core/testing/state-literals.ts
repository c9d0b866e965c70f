import { parseSync } from '@swc/core';

/** A state that a source names itself instead of asking its declaration. */
export interface StateLiteral {
  kind: 'sql' | 'typescript';
  /** As it stands there, on one line. */
  text: string;
  code: string;
}

interface Node {
  type: string;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Names of fields that hold a state; what is compared with a code is looked at where its last name is one of them. */
const stateField = /^(?:status|state|stage|statusCode|from|before|place|\w+(?:Status|State|Stage))$/;
const comparisons = new Set(['===', '!==', '==', '!=']);

/** What no source but a declaration may say of these codes, and of columns with these names. */
export function stateLiteralsIn(
  path: string,
  source: string,
  codes: ReadonlySet<string>,
  columns: ReadonlySet<string>,
): StateLiteral[] {
  const found: StateLiteral[] = [];
  const named = `"?\\b(?:${[...columns].join('|')})\\b"?(?:::text)?`;
  const inSQL = [
    // Comparisons and assignments, of one code or several, from both sides.
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
  const visit = (node: unknown): void => {
    if (!isNode(node)) {
      if (typeof node === 'object' && node !== null) for (const value of Object.values(node)) visit(value);
      return;
    }
    const { type } = node;
    if (type === 'StringLiteral') judgeText(String(node['value']));
    else if (type === 'TemplateLiteral') judgeText(textOf(node));
    else if (type === 'BinaryExpression' && comparisons.has(String(node['operator']))) {
      const left = unwrapped(node['left']);
      const right = unwrapped(node['right']);
      judgeCode(left, right);
      judgeCode(right, left);
    } else if (type === 'SwitchStatement')
      for (const { test } of node['cases'] as { test: unknown }[]) judgeCode(unwrapped(node['discriminant']), test);
    else if (type === 'CallExpression') judgeIncludes(node, judgeCode);
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

/** What stands in brackets, in an optional chain or before a type. */
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

/** The text of a template; a hole that holds a state stands in it as a column would. */
function textOf(template: Node): string {
  // A template that is a type has none.
  const holes = (template['expressions'] ?? []) as unknown[];
  return (template['quasis'] as { raw: string }[])
    .map(({ raw }, at) => (at < holes.length ? `${raw}${isStateField(unwrapped(holes[at])) ? 'status' : '$0'}` : raw))
    .join('');
}
