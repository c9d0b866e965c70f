import { refusal } from '@millwright/core/cli';

const closings: Record<string, string> = { '[': ']', '{': '}', '(': ')' };

/** Position after the string or comment that begins here; undefined if none does. */
function skipped(source: string, at: number): number | undefined {
  const character = source[at] as string;
  if (source.startsWith('//', at)) return source.indexOf('\n', at);
  if (source.startsWith('/*', at)) return source.indexOf('*/', at) + 2;
  if (!'\'"`'.includes(character)) return undefined;
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === character) return end + 1;
  }
  return source.length;
}

/** Position of the closing bracket; strings and comments are skipped. */
export function closingBracket(source: string, open: number): number {
  const expected: string[] = [];
  let at = open;
  while (at < source.length) {
    const after = skipped(source, at);
    if (after !== undefined && after > at) {
      at = after;
      continue;
    }
    const character = source[at] as string;
    const closing = closings[character];
    if (closing) expected.push(closing);
    else if (character === expected.at(-1)) {
      expected.pop();
      if (expected.length === 0) return at;
    }
    at += 1;
  }
  throw refusal('not_understood', 'A bracket is never closed');
}

/** Adds an element to the list or object whose bracket opens at this position; the formatter arranges it. */
export function addToList(source: string, open: number, element: string): string {
  const close = closingBracket(source, open);
  const before = source.slice(0, close).trimEnd();
  const isEmpty = before.length === open + 1;
  const comma = isEmpty || before.endsWith(',') ? '' : ',';
  return `${before}${comma} ${element},\n${source.slice(close)}`;
}

/** Adds an import after the last one; the formatter sorts them. */
export function addImport(source: string, line: string): string {
  const imports = [...source.matchAll(/^import [^;]*;\n/gm)];
  const last = imports.at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${source.slice(0, at)}${line}\n${source.slice(at)}`;
}

/** Position of the object of `definePlugin({`. */
function pluginObject(source: string): { open: number; close: number } {
  const at = source.indexOf('definePlugin({');
  if (at < 0) throw refusal('not_understood', 'server/plugin.ts has no definePlugin({ ... })');
  const open = at + 'definePlugin('.length;
  return { open, close: closingBracket(source, open) };
}

const byHand = (property: string, element: string) =>
  refusal('not_understood', `"${property}" of server/plugin.ts is written in a way that this command does not know`, {
    hint: `Make it a list, or enter ${element} by hand`,
  });

/** A list, or a function that answers one, with or without the services. */
type Form = 'list' | 'function' | 'services';
const heads: Record<Form, string> = { list: '[', function: '() => [', services: '(services) => [' };

/**
 * Adds an element to a list of `definePlugin({...})`: `screens: [...]`, `screens: otherScreens`, `routes: (services) =>
 * [...]`, or a missing property.
 * @throws CommandFailure for a property of another form
 */
export function addToPlugin(source: string, property: string, element: string, form: Form = 'list'): string {
  const { open, close } = pluginObject(source);
  const found = new RegExp(`^ {2}${property}: `, 'm').exec(source.slice(open, close));
  if (!found) return addToList(source, open, `${property}: ${heads[form]}${element}]`);
  const at = open + found.index + found[0].length;
  const rest = source.slice(at);
  if (rest.startsWith('[')) return addToList(source, at, element);
  const arrow = /^\((services)?\) => \[/.exec(rest);
  if (arrow && form !== 'list') {
    const head = arrow[1] ? heads.services : heads[form];
    const changed = source.slice(0, at) + head + rest.slice(arrow[0].length);
    return addToList(changed, at + head.length - 1, element);
  }
  const name = /^\w+(?=,\n)/.exec(rest);
  if (!name || form !== 'list') throw byHand(property, element);
  return `${source.slice(0, at)}[...${name[0]}, ${element}]${rest.slice(name[0].length)}`;
}
