import { z } from 'zod';
import { type AnyEndpoint, pathNames } from '../../contracts/endpoints/endpoint.ts';
import type { PopulatedKernel } from '../kernel/populated-kernel.ts';
import { validInput, withoutField } from './arbitrary-input.ts';
import { idAt, idFieldsOf, idPrefixOf, tableNamed, withID } from './id-fields.ts';
import { type Answer, changedText, fieldsOf, ofEachState, type ownRecords, type RecordJson } from './own-records.ts';

type OwnRecords = ReturnType<typeof ownRecords>;

/** Largest number of records per call, in different states as far as possible. */
const mostRecords = 5;

/** Sends calls as A's administrator, with bodies generated from the contract, until one is accepted. */
export function acceptedCalls(kernel: PopulatedKernel, { endpoints, send, read, isList }: OwnRecords) {
  /**
   * Ids of A for the last parameter of a path: from the list before it, otherwise from the table that its name means.
   */
  const idsFor = async (collection: string, pattern: string, name: string): Promise<readonly string[]> => {
    const page = isList(pattern) ? await read(collection) : undefined;
    const listed = ofEachState((page?.['items'] ?? []) as RecordJson[]);
    const table = tableNamed(name, kernel.ownIDs.keys());
    if (listed.length || table === undefined) return listed;
    return kernel.ownIDs.get(table) ?? [];
  };
  /** Paths with records of A. Parameters before the last one get the first record. */
  const ownPaths = async (path: string): Promise<string[]> => {
    const at = path.lastIndexOf('/{');
    if (at < 0) return [path];
    const end = path.indexOf('}', at);
    const pattern = path.slice(0, at);
    const [collection] = await ownPaths(pattern);
    if (collection === undefined) return [];
    const ids = await idsFor(collection, pattern, path.slice(at + 2, end));
    return ids.map((id) => `${collection}/${id}${path.slice(end + 1)}`);
  };

  /** Paths of records that accepted calls have made, by the pattern of their collection. */
  const made = new Map<string, string[]>();
  /** Paths for a call. What is deleted was made here if possible, because nothing refers to it yet. */
  const triedPaths = async ({ method, path }: AnyEndpoint): Promise<string[]> => {
    const own = await ownPaths(path);
    const fresh = method === 'DELETE' ? (made.get(path.slice(0, path.lastIndexOf('/'))) ?? []) : [];
    return [...new Set([...fresh.toReversed(), ...own])].slice(0, mostRecords);
  };

  const ids = [...kernel.ownIDs.values()].flat();
  let texts = 0;

  /** The body with texts that no record has yet, as far as the contract accepts them. */
  const fresh = (schema: z.ZodType, body: unknown): unknown => {
    texts += 1;
    const changed = JSON.parse(JSON.stringify(body).replaceAll('"Sample"', `"Sample of ${texts} calls"`));
    return schema.safeParse(changed).success ? changed : body;
  };

  /** The record that a path leads to, or the nearest record above it. */
  const recordAt = async (endpoint: AnyEndpoint, path: string): Promise<RecordJson | undefined> => {
    const known = endpoints.filter(({ method, path: other }) => {
      const isAbove = endpoint.path === other || endpoint.path.startsWith(`${other}/`);
      return method === 'GET' && isAbove && other.endsWith('}');
    });
    const longest = Math.max(0, ...known.map((each) => each.path.split('/').length));
    return longest ? read(path.split('/').slice(0, longest).join('/')) : undefined;
  };

  /** A body that the contract accepts, with ids of records of A. */
  const plainBody = (schema: z.ZodType): object => {
    let body = (validInput(schema, ids) ?? {}) as object;
    for (const field of idFieldsOf(body)) {
      const table = tableNamed(String(field.at(-1)), kernel.ownIDs.keys());
      const id = table && kernel.ownIDs.get(table)?.[0];
      if (!id || idPrefixOf(idAt(body, field))) continue;
      const changed = withID(body, field, id) as object;
      if (schema.safeParse(changed).success) body = changed;
    }
    return body;
  };
  const plainBodies = new Map<string, object>();

  /** Bodies for a record, with its present version. */
  const bodiesFor = ({ name, method, body: schema }: AnyEndpoint, record: RecordJson | undefined): unknown[] => {
    if (!(schema instanceof z.ZodType)) return [undefined];
    const body = plainBodies.get(name) ?? plainBody(schema);
    plainBodies.set(name, body);
    const text =
      record && method === 'PATCH' ? changedText({ body: schema } as AnyEndpoint, record, 'told') : undefined;
    const version = record?.['version'];
    const hasVersion = typeof version === 'number' && fieldsOf(schema).includes('version');
    return [...(text ? [text] : []), body].map((each) => (hasVersion ? { ...(each as object), version } : each));
  };

  /** The body without the fields that the service reports as wrong. */
  const lean = (schema: z.ZodType, body: unknown, { body: refusal }: Answer): unknown =>
    ((refusal?.['errors'] ?? []) as { path: string }[]).reduce((rest: unknown, error) => {
      const names = error.path.split('.');
      const less = [names, names.slice(0, -1)]
        .filter((some) => some.length)
        .map((some) => withoutField(rest, some))
        .find((some) => schema.safeParse(some).success);
      return less ?? rest;
    }, body);

  /**
   * Sends a body repeatedly, each time without the refused fields, until the call is accepted or nothing more can be
   * left out.
   */
  const sendLeaner = async ({ method, body: schema }: AnyEndpoint, path: string, first: unknown): Promise<Answer> => {
    if (!(schema instanceof z.ZodType)) return send(method, path, first);
    let body = first;
    for (let tries = 0; ; tries += 1) {
      const answer = await send(method, path, fresh(schema, body));
      const less = answer.isOk ? body : lean(schema, body, answer);
      if (answer.isOk || tries === 8 || JSON.stringify(less) === JSON.stringify(body)) return answer;
      body = less;
    }
  };

  /** The reply to the first accepted call of a route; undefined if none was accepted. */
  return async (endpoint: AnyEndpoint): Promise<Answer | undefined> => {
    for (const path of await triedPaths(endpoint)) {
      const record = pathNames(endpoint.path).length ? await recordAt(endpoint, path) : undefined;
      for (const body of bodiesFor(endpoint, record)) {
        const answer = await sendLeaner(endpoint, path, body);
        if (!answer.isOk) continue;
        const id = endpoint.method === 'POST' && answer.body?.['id'];
        if (typeof id === 'string') made.set(endpoint.path, [...(made.get(endpoint.path) ?? []), `${path}/${id}`]);
        return answer;
      }
    }
    return undefined;
  };
}
