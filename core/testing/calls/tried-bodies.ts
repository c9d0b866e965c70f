import { z } from 'zod';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import { validInputs } from './arbitrary-input.ts';
import { idAt, idFieldsOf, idPrefixOf, tableNamed, withID } from './id-fields.ts';
import { type RecordJson, unchangedBody } from './own-records.ts';

/** Largest number of choices in a contract that are tried: kinds of a body, flags, values of a list. */
const mostChoices = 8;

/**
 * Bodies that the contract accepts, with ids of an account's records and without a version: first the values of the
 * path's record together with all other fields, then variations of all fields. A single undefined if the endpoint has
 * no body.
 */
export function triedBodies(
  { body: schema }: Pick<AnyEndpoint, 'body'>,
  record: RecordJson | undefined,
  idsByTable: ReadonlyMap<string, readonly string[]>,
): unknown[] {
  if (!(schema instanceof z.ZodType)) return [undefined];
  const takes = (body: unknown): boolean => schema.safeParse(body).success;
  const named = (given: unknown): unknown => {
    let body = given;
    for (const field of idFieldsOf(given)) {
      const table = tableNamed(String(field.at(-1)), idsByTable.keys());
      const id = table && idsByTable.get(table)?.[0];
      if (!id || idPrefixOf(idAt(body, field))) continue;
      const changed = withID(body, field, id);
      if (takes(changed)) body = changed;
    }
    return body;
  };
  const ids = [...idsByTable.values()].flat();
  const valid = validInputs(schema, ids, mostChoices).map((body) => withoutVersion(named(body)));
  const held = record ? unchangedBody({ body: schema } as AnyEndpoint, record) : undefined;
  const filled = held && typeof valid[0] === 'object' ? [{ ...valid[0], ...held }, held].filter(takes) : [];
  const bodies = [...filled, ...valid].map((body): [string, unknown] => [JSON.stringify(body), body]);
  return [...new Map(bodies).values()];
}

function withoutVersion(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { version: _, ...rest } = body as RecordJson;
  return rest;
}
