import type { States } from '../../../contracts/records/states.ts';

/** Lists and links that show some states of a record, with all its codes when somebody last looked at them. */
export interface ShownStates {
  seen: readonly string[];
  at: readonly string[];
}

const filter = '(?:status|statusCodes?|statuses|state|stage|\\w+(?:Status|State|Stage))';
/** A query in a text, `status=packed&sortBy=createdAt`, and a query as an object, `query: { status: 'packed' }`. */
const queries = [
  new RegExp(`(?<=[?&'"\`])${filter}=(\\w+)`, 'g'),
  new RegExp(`\\bquery: \\{[^}]*?\\b${filter}: '(\\w+)'`, 'g'),
];
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The codes by which a source filters a list. */
export function codesShownIn(source: string, codes: ReadonlySet<string>): string[] {
  const spoken = source.replaceAll(comments, '');
  const named = queries.flatMap((query) => [...spoken.matchAll(query)].map(([, code = '']) => code));
  return [...new Set(named.filter((code) => codes.has(code)))];
}

/** Views that nobody looked at since a state was added; and entries whose source shows none of the states. */
export function viewsNotLookedAt(
  looked: Readonly<Record<string, ShownStates>>,
  states: ReadonlyMap<string, Pick<States, 'record'> & { codes: readonly string[] }>,
  sources: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(looked).flatMap(([name, { seen, at }]) => {
    const { record, codes = [] } = states.get(name) ?? {};
    const added = codes.filter((code) => !seen.includes(code));
    return at.flatMap((path) => {
      const shown = codesShownIn(sources.get(path) ?? '', new Set(codes));
      if (!shown.length) return [`${path} shows no states of ${record ?? name}`];
      return added.length
        ? [`${path} shows ${record} by ${shown.join(', ')} and was not looked at for ${added.join(', ')}`]
        : [];
    });
  });
}
