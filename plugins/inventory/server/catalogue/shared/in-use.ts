import { type Problem, problems } from '@millwright/core/contracts';
import type { CatalogueUse } from '../../../contracts/index.ts';

const sentence = ({ what, count, examples }: CatalogueUse): string =>
  `${count} ${what}${examples.length ? ` (${examples.slice(0, 3).join(', ')}${count > 3 ? ', ...' : ''})` : ''}`;

/** Why a record cannot go: 'used by 3 sales orders (1042, 1043, 1044)'. */
export const reasonOf = (uses: readonly CatalogueUse[]): string => `used by ${uses.map(sentence).join(' and ')}`;

/** 409 `in_use` naming what refers; `details.uses` has the same for clients. */
export const inUse = (label: string, uses: readonly CatalogueUse[]): Problem =>
  problems.in_use({ message: `${label} is ${reasonOf(uses)}`, details: { uses } });

/** Reasons by record for those that have uses; several sources of uses are put together. */
export function reasonsOf(...sources: readonly ReadonlyMap<string, readonly CatalogueUse[]>[]): Map<string, string> {
  const uses = new Map<string, CatalogueUse[]>();
  for (const source of sources)
    for (const [id, own] of source) if (own.length) uses.set(id, [...(uses.get(id) ?? []), ...own]);
  return new Map([...uses].map(([id, own]) => [id, reasonOf(own)]));
}
