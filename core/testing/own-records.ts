import { z } from 'zod';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { touchedHeader } from '../contracts/touched.ts';
import { tableNamed } from './id-fields.ts';
import type { PopulatedKernel } from './populated-kernel.ts';
import type { TestPerson } from './test-kernel.ts';

export type RecordJson = Record<string, unknown>;

/** What the administrator of A is answered; `body` is undefined where the answer has none. */
export interface Answer {
  status: number;
  isOk: boolean;
  text: string;
  body: RecordJson | undefined;
  /** Paths at or below which caches are out of date. */
  touched: string[];
}

/** Sends a call by its path, with a JSON body if there is one. */
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

/** Calls by path in the name of A's administrator, or of whom it is given, and the records of A behind parameters. */
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
  /** Ids of what a record shows as its own parts: the lines of an order, where they are no list. */
  const partsOf = async (collection: string): Promise<string[]> => {
    const at = collection.lastIndexOf('/');
    const parts = (await read(collection.slice(0, at)))?.[collection.slice(at + 1)];
    return Array.isArray(parts) ? ofEachState(parts as RecordJson[]) : [];
  };
  /** Ids for a parameter that the list of a collection shows, or the record above it. */
  const idsIn = async (collection: string, pattern: string, parameter: string): Promise<string[]> => {
    const page = isList(pattern) ? await read(collection) : undefined;
    const items = ((page?.['items'] ?? []) as RecordJson[]).map((item) => {
      const named = held(item, parameter);
      return typeof named === 'string' ? { ...item, id: named } : item;
    });
    return items.some(({ id }) => id) ? ofEachState(items) : partsOf(collection);
  };
  /**
   * The paths with records of A, those in one state after those in another: of the lists before the last parameter, and
   * of the table that the parameter names.
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
  /**
   * The path with records of A: those that the list before a parameter has, else one of the table that its name speaks
   * of.
   */
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
  /** What stands at one place of a path: read by itself, as its list shows it, or as a part of what is above it. */
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
  /** The record that a path is about: the nearest on its way that has a version, else the nearest. */
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
  return { endpoints, send, read, isList, ownPath, ownPaths, recordAt };
}

/** Whether what a GET answers is a page of records. */
const isPage = ({ reply }: AnyEndpoint): boolean =>
  reply instanceof z.ZodObject && 'items' in reply.shape && 'count' in reply.shape;

/** So many collections are looked into for a record below them. */
const mostCollections = 4;

const stateField = /^(status|state|stage|type|kind)|^(is|has)[A-Z]/;

/** Ids of records, first the first in each state: what a call is refused for in one it may be taken for in another. */
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

/** What a record holds under the name of a field: itself, or the ids of what the field refers to. */
function held(record: RecordJson, name: string): unknown {
  if (name in record) return record[name];
  const list = record[`${name.replace(/IDs$/, '')}s`];
  if (name.endsWith('IDs') && Array.isArray(list)) return list.map(idOf);
  const one = name.replace(/ID$/, '');
  return name.endsWith('ID') && one in record ? idOf(record[one]) : undefined;
}

/** Amounts are shown with ids and names that nobody sends back. */
const sendable = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
  const { measure, unitID, value: rate, perUnitID } = value as RecordJson;
  return [value, { measure, unitID }, { value: rate, unitID, perUnitID }];
};

/** Names of the fields that a body has. */
export function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: RecordJson;
  };
  return Object.keys(form.properties ?? {});
}

/** The fields of a record that a change takes, with what they hold. */
export function unchangedBody({ body: schema }: AnyEndpoint, record: RecordJson): RecordJson {
  const body: RecordJson = {};
  for (const name of fieldsOf(schema)) {
    const value = held(record, name);
    if (name === 'version' || value === undefined) continue;
    const takes = (each: unknown) => (schema as z.ZodType).safeParse({ ...body, [name]: each }).success;
    const fitting = sendable(value).find(takes);
    if (fitting !== undefined) body[name] = fitting;
  }
  return body;
}

/** A change of the first field that holds a text of its own, to one that ends with a word. */
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
