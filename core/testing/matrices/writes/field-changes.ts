import { z } from 'zod';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { dayLength } from '../../../contracts/texts/date.ts';
import { type Answer, fieldsOf, heldIn, type ownRecords, type RecordJson } from '../../calls/own-records.ts';
import { triedBodies } from '../../calls/tried-bodies.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';

/** Largest number of records, in different states as far as possible. */
const mostRecords = 6;
/** Largest number of calls per field: each record with one value, then the first of them with another. */
const mostTries = 9;

const isObject = (value: unknown): value is RecordJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values beside the present one: numbers are one more, texts are longer, days are later. */
function valuesBeside(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'string') {
    if (/^\d+$/.test(value)) return [`${BigInt(value) + 1n}`];
    const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(Date.parse(value) + dayLength) : undefined;
    return day ? [day.toISOString().slice(0, 10)] : [`${value} changed`, `${value}changed`];
  }
  if (!isObject(value)) return [];
  const [name, first] = Object.entries(value)[0] ?? [];
  return name === undefined ? [] : valuesBeside(first).map((each) => ({ ...value, [name]: each }));
}

/**
 * Changes of one field each that calls of an endpoint make, to records of A. `hasWritten` judges each accepted call;
 * another value or record is tried until it says that the call has written something. Answers the changed fields.
 */
export function oneFieldChanges(kernel: PopulatedKernel, own: ReturnType<typeof ownRecords>) {
  return async (
    endpoint: AnyEndpoint,
    hasWritten: (field: string, answer: Answer) => Promise<boolean>,
  ): Promise<string[]> => {
    const { method, body: schema } = endpoint;
    if (!(schema instanceof z.ZodType)) return [];
    const fields = fieldsOf(schema).filter((name) => name !== 'version');
    const isVersioned = fieldsOf(schema).includes('version');
    const takes = (body: RecordJson): boolean => schema.safeParse(body).success;
    const full = triedBodies(endpoint, undefined, kernel.ownIDs) as RecordJson[];
    const paths = (await own.ownPaths(endpoint.path)).slice(0, mostRecords);
    /** The smallest body with a value that the contract accepts, so that other fields stay as they are. */
    const bodyWith = (field: string, value: unknown): RecordJson | undefined => {
      const some = [{}, ...full].map((each) => ({ ...each, [field]: value })).find(takes);
      return Object.keys(some ?? {}).reduce((body: RecordJson | undefined, name) => {
        if (!body || name === field) return body;
        const { [name]: _, ...less } = body;
        return takes(less) ? less : body;
      }, some);
    };
    const valuesOf = async (path: string, field: string): Promise<unknown[]> => {
      const record = await own.standingAt(endpoint, path);
      const now = record && heldIn(record, field);
      const values = [...valuesBeside(now), ...full.map((body) => body[field]), ...(now === undefined ? [] : [null])];
      const others = values.filter((value) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now));
      return [...new Map(others.map((value) => [JSON.stringify(value), value])).values()];
    };
    const isChanged = async (field: string): Promise<boolean> => {
      const values = new Map<string, unknown[]>();
      for (let turn = 0; turn < mostTries; turn += 1) {
        const path = paths[turn % paths.length];
        if (path === undefined) return false;
        const rest = values.get(path) ?? (await valuesOf(path, field));
        const [value, ...others] = rest;
        values.set(path, others);
        const body = value === undefined ? undefined : bodyWith(field, value);
        if (!body) continue;
        const version = isVersioned ? (await own.recordAt(endpoint, path))?.['version'] : undefined;
        const answer = await own.send(method, path, typeof version === 'number' ? { ...body, version } : body);
        if (answer.isOk && (await hasWritten(field, answer))) return true;
      }
      return false;
    };
    const changed: string[] = [];
    for (const field of fields) if (await isChanged(field)) changed.push(field);
    return changed;
  };
}
