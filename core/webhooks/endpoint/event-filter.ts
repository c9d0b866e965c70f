import { type EventDefinition, recordTypesOf } from '../../contracts/plugins/event.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import { hearsEvent } from '../../contracts/work/webhook.contract.ts';

/** Groups of an event type: `commerce.*` and `commerce.sales-order.*` for `commerce.sales-order.issued`. */
const groupsOf = (type: string): string[] =>
  type.split('.').flatMap((_, at, parts) => (at === 0 ? [] : [`${parts.slice(0, at).join('.')}.*`]));

/** Number of letters to add, remove or replace between two texts. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1)
      next[to] = Math.min(
        (row[to] as number) + 1,
        (next[to - 1] as number) + 1,
        (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[other.length] as number;
}

/** The event or group of events whose name is most like a filter; undefined without any event. */
export function nearestFilter(filter: string, types: readonly string[]): string | undefined {
  const isGroup = filter.endsWith('*');
  const names = [...new Set(isGroup ? types.flatMap(groupsOf) : types)].sort();
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(filter, name);
    if (!nearest || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest?.name;
}

/** Faults of filters that name no event, each with the nearest name. */
export const filterFaults = (
  filters: readonly string[],
  types: readonly string[],
): { path: string; message: string }[] =>
  filters.flatMap((filter, at) => {
    if (types.some((type) => hearsEvent([filter], type))) return [];
    const nearest = nearestFilter(filter, types);
    const hint = nearest ? `. Did you mean ${nearest}?` : '';
    return [{ path: `events.${at}`, message: `There is no event ${filter}${hint}` }];
  });

/** Faults of filters of which the rights cover no event, each with the rights of which one is needed. */
export const unreadableFaults = (
  { events: filters, scopes }: { events: readonly string[]; scopes: readonly string[] },
  events: readonly EventDefinition[],
  records: readonly Pick<RecordType, 'type' | 'permission'>[],
): { path: string; message: string }[] =>
  filters.flatMap((filter, at) => {
    const heard = events.filter(({ type }) => hearsEvent([filter], type));
    const types = new Set(heard.flatMap((event) => recordTypesOf(event, records)));
    const needed = new Set<string>(records.flatMap(({ type, permission }) => (types.has(type) ? permission : [])));
    if (scopes.some((scope) => needed.has(scope))) return [];
    const rights = [...needed].sort();
    const named = rights.slice(0, mostNamed).join(', ');
    const more = rights.length > mostNamed ? ` and ${rights.length - mostNamed} more` : '';
    return [{ path: `events.${at}`, message: `${filter} needs one of the rights ${named}${more}` }];
  });

/** Most rights that a message names. */
const mostNamed = 5;
