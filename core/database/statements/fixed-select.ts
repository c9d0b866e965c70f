import { type Compilable, CompiledQuery } from 'kysely';
import type { TenantEntityManager } from '../tenant-entity-manager.ts';

interface Statement {
  sql: string;
  /** Which of the values stands at each place. */
  places: readonly number[];
}

/** Most statements that are kept; names come from code, so that this is never reached but by mistake. */
const mostKept = 500;
const kept = new Map<string, Statement>();

/** Where the parameters come from; undefined if one is none of the values, or two values cannot be told apart. */
function placesOf(parameters: readonly unknown[], values: readonly unknown[]): number[] | undefined {
  if (new Set(values).size < values.length) return undefined;
  const places = parameters.map((parameter) => values.indexOf(parameter));
  return places.includes(-1) ? undefined : places;
}

/**
 * Runs a select whose text is the same each time, and is therefore built only once: building one of many columns takes
 * longer than reading its rows. Everything that changes from call to call has to be in `values` and has to reach the
 * select as a parameter; a select with any other parameter is built each time. `name` stands for the text: whatever
 * else decides about it (a choice of columns, an order) belongs into the name.
 */
export async function fixedSelect<Row>(
  em: TenantEntityManager,
  name: string,
  values: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const query = em.query('once');
  const known = kept.get(name);
  if (known) {
    const again = known.places.map((place) => values[place]);
    return (await query.executeQuery(CompiledQuery.raw(known.sql, again) as CompiledQuery<Row>)).rows;
  }
  const compiled = build().compile();
  const places = placesOf(compiled.parameters, values);
  if (places && kept.size < mostKept) kept.set(name, { sql: compiled.sql, places });
  return (await query.executeQuery<Row>(compiled as CompiledQuery<Row>)).rows;
}
