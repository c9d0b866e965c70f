import type { ListColumn } from '../list-types.ts';

/** Largest number of values in a card besides its title. */
const most = 4;

const rank = ({ id, align }: Pick<ListColumn<never>, 'id' | 'align'>): number =>
  /status|state|isactive|succeeded/i.test(id) ? 0 : align === 'end' ? 1 : 2;

/**
 * The columns of a row's card on narrow screens: the first column is the title and the second always included, then
 * status, quantities and totals before the others, in the order of the columns.
 */
export function cardColumns(columns: readonly Pick<ListColumn<never>, 'id' | 'align'>[]): Set<string> {
  const [, second, ...others] = columns;
  const chosen = others.toSorted((left, right) => rank(left) - rank(right)).slice(0, most - 1);
  return new Set([...(second ? [second] : []), ...chosen].map(({ id }) => id));
}
