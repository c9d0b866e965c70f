import { z } from 'zod';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import { touchedHeader } from '../../contracts/endpoints/touched.ts';
import type { PopulatedKernel } from '../kernel/populated-kernel.ts';
import type { TestPerson } from '../kernel/test-kernel.ts';
import { tableNamed } from './id-fields.ts';

export type RecordJson = Record<string, unknown>;

/** A reply to A's administrator; `body` is undefined without a body. */
export interface Answer {
  status: number;
  isOk: boolean;
  text: string;
  body: RecordJson | undefined;
  /** Paths of the `touched` header: cached replies at or below them are outdated. */
  touched: string[];
}

/** Sends a call with an optional JSON body. */
export async function sendAs(
  person: Pick<TestPerson, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await person.fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const touched = (response.headers.get(touchedHeader) ?? '').split(', ');
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return { status: response.status, isOk: response.ok, text, body: isJson ? JSON.parse(text) : undefined, touched };
}

/** Sends calls as A's administrator or another given person, and finds records of A for path parameters. */
export function ownRecords(
  kernel: PopulatedKernel,
  caller: () => Promise<Pick<TestPerson, 'fetch'>> = () => kernel.a.as('admin'),
) {
  const endpoints = kernel.routes.map(({ route }) => route.endpoint);
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    sendAs(await caller(), method, path, body);
  const read = async (path: string): Promise<RecordJson | undefined> => {
    const { isOk, body } = await send('GET', path);
    return isOk ? body : undefined;
  };
  const isList = (path: string): boolean =>
    endpoints.some((endpoint) => endpoint.method === 'GET' && endpoint.path === path);
  /** Ids in a record's own parts, such as the lines of an order that have no list. */
  const partsOf = async (collection: string): Promise<string[]> => {
    const at = collection.lastIndexOf('/');
    const parts = (await read(collection.slice(0, at)))?.[collection.slice(at + 1)];
    return Array.isArray(parts) ? ofEachState(parts as RecordJson[]) : [];
  };
  /** Ids for a parameter from the list of a collection, or from the record above it. */
  const idsIn = async (collection: string, pattern: string, parameter: string): Promise<string[]> => {
    const page = isList(pattern) ? await read(collection) : undefined;
    const items = ((page?.['items'] ?? []) as RecordJson[]).map((item) => {
      const named = heldIn(item, parameter);
      return typeof named === 'string' ? { ...item, id: named } : item;
    });
    return items.some(({ id }) => id) ? ofEachState(items) : partsOf(collection);
  };
  /**
   * Paths with records of A, alternating between states: from the list before the last parameter, and from the table
   * that the parameter names.
   */
  const ownPaths = async (path: string): Promise<string[]> => {
    const at = path.lastIndexOf('/{');
    if (at < 0) return [path];
    const end = path.indexOf('}', at);
    const [pattern, parameter] = [path.slice(0, at), path.slice(at + 2, end)];
    const collections = (await ownPaths(pattern)).slice(0, mostCollections);
    const firsts: string[] = [];
    const others: string[] = [];
    for (const collection of collections) {
      const [one, ...more] = (await idsIn(collection, pattern, parameter)).map((id) => `${collection}/${id}`);
      if (one !== undefined) firsts.push(one);
      others.push(...more);
    }
    const table = tableNamed(parameter, kernel.ownIDs.keys());
    const named = collections[0] === undefined || !table ? [] : (kernel.ownIDs.get(table) ?? []);
    const paths = new Set([...firsts, ...others, ...named.map((id) => `${collections[0]}/${id}`)]);
    return [...paths].map((each) => `${each}${path.slice(end + 1)}`);
  };
  /** The path with records of A: from the list before each parameter, otherwise from the table that its name means. */
  const ownPath = async (path: string): Promise<string> => {
    const at = path.lastIndexOf('/{');
    if (at < 0) return path;
    const end = path.indexOf('}', at);
    const collection = await ownPath(path.slice(0, at));
    const page = isList(path.slice(0, at)) ? await read(collection) : undefined;
    const [first] = (page?.['items'] ?? []) as { id?: string }[];
    const table = tableNamed(path.slice(at + 2, end), kernel.ownIDs.keys());
    return `${collection}/${first?.id ?? (table && kernel.ownIDs.get(table)?.[0]) ?? 'nobody'}${path.slice(end + 1)}`;
  };
  /** The record at a position of a path: read by itself, from its list, or as a part of the record above it. */
  const standsAt = async (names: readonly string[], ids: readonly string[]): Promise<RecordJson | undefined> => {
    const above = names.join('/');
    const one = endpoints.find((each) => each.method === 'GET' && each.path === above);
    if (one) return isPage(one) ? undefined : read(ids.join('/'));
    if (!names.at(-1)?.startsWith('{')) return undefined;
    const isIt = ({ id }: RecordJson): boolean => id === ids.at(-1);
    const isListed = isList(names.slice(0, -1).join('/'));
    const holder = await read(ids.slice(0, isListed ? -1 : -2).join('/'));
    const parts = holder?.[isListed ? 'items' : (names.at(-2) ?? '')];
    return Array.isArray(parts) ? (parts as RecordJson[]).find(isIt) : undefined;
  };
  /** The record that a path is about: the nearest one on the path with a version, otherwise the nearest one. */
  const recordAt = async ({ path: pattern }: AnyEndpoint, path: string): Promise<RecordJson | undefined> => {
    const [names, ids] = [pattern.split('/'), path.split('/')];
    let nearest: RecordJson | undefined;
    for (let length = names.length; length > 2; length -= 1) {
      const record = await standsAt(names.slice(0, length), ids.slice(0, length));
      if (typeof record?.['version'] === 'number') return record;
      nearest ??= record;
    }
    return nearest;
  };
  /** The record at the end of a path, which may be a part of another one without an address of its own. */
  const standingAt = ({ path: pattern }: AnyEndpoint, path: string): Promise<RecordJson | undefined> =>
    standsAt(pattern.split('/'), path.split('/'));
  return { endpoints, send, read, isList, ownPath, ownPaths, recordAt, standingAt };
}

/** Whether a GET returns a page of records. */
const isPage = ({ reply }: AnyEndpoint): boolean =>
  reply instanceof z.ZodObject && 'items' in reply.shape && 'count' in reply.shape;

/** Largest number of collections that are searched for a record below them. */
const mostCollections = 4;

const stateField = /^(status|state|stage|type|kind)|^(is|has)[A-Z]/;

/** Ids of records, starting with one in each state, because the state can decide whether a call is accepted. */
export function ofEachState(items: readonly RecordJson[]): string[] {
  const states = new Set<string>();
  const firsts: string[] = [];
  const others: string[] = [];
  for (const item of items) {
    const state = JSON.stringify(Object.entries(item).filter(([name]) => stateField.test(name)));
    if (typeof item['id'] === 'string') (states.has(state) ? others : firsts).push(item['id']);
    states.add(state);
  }
  return [...firsts, ...others];
}

const idOf = (value: unknown): unknown => (value as RecordJson | null)?.['id'] ?? null;

/** The value of a record for a field: the field itself, or the ids of the records it refers to. */
export function heldIn(record: RecordJson, name: string): unknown {
  if (name in record) return record[name];
  const list = record[`${name.replace(/IDs$/, '')}s`];
  if (name.endsWith('IDs') && Array.isArray(list)) return list.map(idOf);
  const one = name.replace(/ID$/, '');
  return name.endsWith('ID') && one in record ? idOf(record[one]) : undefined;
}

/** Replies show amounts with ids and names, which requests do not contain. */
const sendable = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
  const { measure, unitID, value: rate, perUnitID } = value as RecordJson;
  return [value, { measure, unitID }, { value: rate, unitID, perUnitID }];
};

/** Names of a body's fields. */
export function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: RecordJson;
  };
  return Object.keys(form.properties ?? {});
}

/** The fields of a record that a change accepts, with their present values. */
export function unchangedBody({ body: schema }: AnyEndpoint, record: RecordJson): RecordJson {
  const body: RecordJson = {};
  for (const name of fieldsOf(schema)) {
    const value = heldIn(record, name);
    if (name === 'version' || value === undefined) continue;
    const takes = (each: unknown) => (schema as z.ZodType).safeParse({ ...body, [name]: each }).success;
    const fitting = sendable(value).find(takes);
    if (fitting !== undefined) body[name] = fitting;
  }
  return body;
}

/** A change of the first plain text field, to a text that ends with a word. */
export function changedText({ body: schema }: AnyEndpoint, record: RecordJson, word: string): RecordJson | undefined {
  for (const name of fieldsOf(schema)) {
    const value = record[name];
    if (typeof value !== 'string' || value === '' || /^[a-z]{2,5}_\w{26}$/.test(value)) continue;
    for (const text of [`${value} ${word}`, `${value}${word}`, word]) {
      const body = { [name]: text };
      if ((schema as z.ZodType).safeParse(body).success) return body;
    }
  }
  return undefined;
}
