import type { ListColumn } from './list-types.ts';

/** Most values of a card, beside its title. */
const most = 4;

const rank = ({ id, align }: Pick<ListColumn<never>, 'id' | 'align'>): number =>
  /status|state|isactive|succeeded/i.test(id) ? 0 : align === 'end' ? 1 : 2;

/**
 * What is shown of a row where there is no room for a table: the first column is the title, the second says whose it
 * is; then status, quantities and totals before the rest, in the order of the columns.
 */
export function cardColumns(columns: readonly Pick<ListColumn<never>, 'id' | 'align'>[]): Set<string> {
  const [, second, ...others] = columns;
  const chosen = others.toSorted((left, right) => rank(left) - rank(right)).slice(0, most - 1);
  return new Set([...(second ? [second] : []), ...chosen].map(({ id }) => id));
}
