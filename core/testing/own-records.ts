import { z } from 'zod';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { touchedHeader } from '../contracts/touched.ts';
import { tableNamed } from './id-fields.ts';
import type { PopulatedKernel } from './populated-kernel.ts';

export type RecordJson = Record<string, unknown>;

/** What the administrator of A is answered; `body` is undefined where the answer has none. */
interface Answer {
  status: number;
  isOk: boolean;
  text: string;
  body: RecordJson | undefined;
  /** Paths at or below which caches are out of date. */
  touched: string[];
}

/** Calls by path in the name of A's administrator, and the records of A that stand behind parameters. */
export function ownRecords(kernel: PopulatedKernel) {
  const endpoints = kernel.routes.map(({ route }) => route.endpoint);
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await (await kernel.a.as('admin')).fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const touched = (response.headers.get(touchedHeader) ?? '').split(', ');
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, isOk: response.ok, text, body: isJson ? JSON.parse(text) : undefined, touched };
  };
  const read = async (path: string): Promise<RecordJson | undefined> => {
    const { isOk, body } = await send('GET', path);
    return isOk ? body : undefined;
  };
  const isList = (path: string): boolean =>
    endpoints.some((endpoint) => endpoint.method === 'GET' && endpoint.path === path);
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
  return { endpoints, send, read, isList, ownPath };
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
