import type { Context } from 'hono';
import { z } from 'zod';
import { type AnyEndpoint, type BinaryReply, pathNames } from '../../contracts/endpoints/endpoint.ts';
import { type FieldError, problems } from '../../contracts/endpoints/problem.ts';
import { cleanText } from '../../contracts/texts/text.ts';
import { fieldErrors } from '../../kernel/problems/problem-response.ts';
import type { BodyLease } from './body-budget.ts';

/** Query parameters that the kernel handles for all endpoints. */
const kernelQuery = new Set(['accountID', 'format', 'columns']);

const declaredNames = ({ query }: AnyEndpoint): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

/** The query without the kernel's own parameters. A parameter that the endpoint declares stays. */
export function ownQuery<Value>(endpoint: AnyEndpoint, query: Record<string, Value>): Record<string, Value> {
  const known = declaredNames(endpoint);
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name]) => endpoint.method !== 'GET' || !kernelQuery.has(name) || known.includes(name),
    ),
  );
}

const jsonLimit = 1_000_000;
/** Largest body of an unknown caller, such as a form or a visitor's order. */
const unknownCallerLimit = 100_000;
const binaryLimit = 10_000_000;
/** Parsed JSON takes about this many times the memory of its text. */
const jsonWeight = 4;
/** Deepest nesting of arrays and objects in a body: far more than any body needs, and safe for the stack. */
const mostLevels = 64;
/** Largest number of values in a body. A named value takes ten bytes, so no real request reaches the limit. */
const mostValues = jsonLimit / 10;

const isBinary = (body: unknown): body is BinaryReply => Boolean(body && (body as BinaryReply).binary);

const noNul = 'NUL characters are not allowed';

/** Fields whose text is used unchanged, whatever its characters: passwords, tokens and keys of other systems. */
const literal = /password|secret|token|credential|privateKey|apiKey/i;

/** An input value with all its texts cleaned; the same object if there is nothing to clean. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) value[index] = cleanTexts(each);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, each] of Object.entries(fields))
    if (!literal.test(name) && (typeof each === 'string' || typeof each === 'object'))
      Object.defineProperty(fields, name, {
        value: cleanTexts(each),
        writable: true,
        enumerable: true,
        configurable: true,
      });
  return fields;
}

/** Refuses values that no endpoint accepts: PostgreSQL cannot store NUL, and deep nesting overflows the stack. */
function valueFault(value: unknown): string | undefined {
  let values = 0;
  const look = (each: unknown, level: number): string | undefined => {
    values += 1;
    if (values > mostValues) return `The body has more than ${mostValues.toLocaleString('en-US')} values`;
    if (typeof each === 'string') return each.includes('\0') ? noNul : undefined;
    if (typeof each !== 'object' || each === null) return undefined;
    if (level === mostLevels) return `The body is nested more than ${mostLevels} levels deep`;
    for (const [name, item] of Object.entries(each)) {
      const fault = look(item, level + 1) ?? (name.includes('\0') ? noNul : undefined);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return look(value, 0);
}

const tooLarge = (limit: number) => problems.too_large({ message: `The body is larger than ${limit} bytes` });
const fileTooLarge = (limit: number) =>
  problems.too_large({ message: `A file may have at most ${Math.round(limit / 1024 / 1024)} MB` });

/** Reads the body's bytes; 413 as soon as they exceed the limit. Each byte counts `weight` times in `lease`. */
async function readBytes(
  request: Request,
  { limit, weight, refusal = tooLarge }: { limit: number; weight: number; refusal?: typeof tooLarge },
  lease: BodyLease,
): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw refusal(limit);
  // A body of known length, which the HTTP parser enforces, is read as a whole, because reading it in parts needs a web
  // stream of its own. Long bodies are still read in parts: an announced length must not reserve memory that the bytes
  // do not use yet.
  if (length !== null && /^\d+$/.test(length) && Number(length) <= jsonLimit) {
    lease.take(Number(length) * weight);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limit) throw refusal(limit);
    return bytes;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw refusal(limit);
    lease.take(part.byteLength * weight);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The parameters in the path and query of a request. */
export interface RequestHead {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** A request before validation. */
export interface RawInput extends RequestHead {
  body: unknown;
  /** The raw body, for the hash of the idempotency key. */
  bytes: Uint8Array;
}

/** Reads path and query. @throws Problem 404 `not_found` for a parameter that cannot be an id */
export function readHead(c: Context, endpoint: AnyEndpoint): RequestHead {
  const params = Object.fromEntries(
    pathNames(endpoint.path).map((name) => [name, decodeParam(c.req.param(name) ?? '')]),
  );
  const query = Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] as string) : values,
    ]),
  );
  // Hono drops a query parameter with an empty name; here it is refused like any unknown parameter.
  if (/[?&]=/.test(c.req.url)) query[''] = '';
  return { params, query };
}

/** Reads the body as well. Refuses broken JSON, wrong content types and bodies that are too large or too deep. */
export async function readBody(
  c: Context,
  endpoint: AnyEndpoint,
  head: RequestHead,
  lease: BodyLease,
): Promise<RawInput> {
  if (endpoint.method === 'GET') return { ...head, body: undefined, bytes: new Uint8Array() };
  if (isBinary(endpoint.body)) {
    const limit = endpoint.body.limit ?? binaryLimit;
    const bytes = await readBytes(c.req.raw, { limit, weight: 1, refusal: fileTooLarge }, lease);
    if (!bytes.byteLength) throw problems.invalid_input({ errors: [{ path: '', message: 'The file is empty' }] });
    return { ...head, body: bytes, bytes };
  }
  const limit = lease.isUnknownCaller ? unknownCallerLimit : (endpoint.bodyLimit ?? jsonLimit);
  const bytes = await readBytes(c.req.raw, { limit, weight: jsonWeight }, lease);
  if (!bytes.byteLength) return { ...head, body: undefined, bytes };
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw problems.unsupported_media_type();
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw problems.invalid_json();
  }
  const fault = valueFault(body);
  if (fault !== undefined) throw problems.invalid_input({ errors: [{ path: '', message: fault }] });
  return { ...head, body: cleanTexts(body), bytes };
}

function decodeParam(value: string): string {
  // A parameter that cannot be an id names no record: 404, as for any unknown id.
  if (value.length > 200 || value.includes('\0') || !value) throw problems.not_found();
  return value;
}

const parseWith = (schema: z.ZodType, value: unknown, errors: FieldError[]): unknown => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Pushed one by one, because there may be more errors than a call takes arguments.
  for (const error of fieldErrors(parsed.error)) errors.push(error);
  return undefined;
};

const onePerField = (errors: readonly FieldError[]): FieldError[] =>
  [...new Map([...errors].reverse().map((error) => [error.path, error])).values()].reverse();

function parseQuery(endpoint: AnyEndpoint, { query }: RequestHead, errors: FieldError[]): unknown {
  const given = Object.fromEntries(
    Object.entries(ownQuery(endpoint, query)).map(([name, value]) => [
      name,
      literal.test(name) ? value : (cleanTexts(value) as typeof value),
    ]),
  );
  const known = declaredNames(endpoint);
  if (!endpoint.query || endpoint.query instanceof z.ZodObject)
    for (const name of Object.keys(given))
      if (!known.includes(name)) errors.push({ path: name, message: 'This parameter is not known here' });
  for (const [name, value] of Object.entries(given))
    if ([value, name].flat().some((text) => text.includes('\0')))
      errors.push({ path: name.replaceAll('\0', ''), message: noNul });
  return endpoint.query ? parseWith(endpoint.query, given, errors) : {};
}

/** Validates path and query alone. @throws Problem 400 `invalid_input` */
export function parseHead(endpoint: AnyEndpoint, head: RequestHead): { params: unknown; query: unknown } {
  const errors: FieldError[] = [];
  const query = parseQuery(endpoint, head, errors);
  if (errors.length) throw problems.invalid_input({ errors: onePerField(errors) });
  return { params: head.params, query };
}

/** Whether a change of the record can be made conditional on its version, by `version` or If-Match. */
export const takesVersion = ({ body }: AnyEndpoint): boolean => body instanceof z.ZodObject && 'version' in body.shape;

/** Validates a request against its endpoint; 400 `invalid_input` with one entry per wrong field. */
export function parseInput(
  endpoint: AnyEndpoint,
  raw: RawInput,
  ifMatch: string | undefined,
): { params: unknown; query: unknown; body: unknown } {
  const errors: FieldError[] = [];
  const query = parseQuery(endpoint, raw, errors);
  const isVersioned = takesVersion(endpoint);
  // An unchecked condition would let a change through that its sender wants refused.
  if (ifMatch !== undefined && endpoint.method !== 'GET' && !isVersioned)
    errors.push({ path: 'If-Match', message: 'This call cannot check a version' });
  let body: unknown;
  if (isBinary(endpoint.body)) body = raw.body;
  else if (endpoint.body) {
    const matched =
      ifMatch === undefined ? undefined : Number(/^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch)?.[1] ?? Number.NaN);
    const version = Number.isNaN(matched) ? undefined : matched;
    if (isVersioned && matched !== version)
      errors.push({ path: 'If-Match', message: 'If-Match has to be the ETag of the record' });
    const value =
      version !== undefined && isVersioned && raw.body && typeof raw.body === 'object'
        ? { version, ...raw.body }
        : raw.body;
    body = parseWith(
      endpoint.body as z.ZodType,
      // A missing body counts as an empty object; the JSON value null does not.
      value === undefined && !acceptsNothing(endpoint.body as z.ZodType) ? {} : value,
      errors,
    );
  } else if (raw.bytes.byteLength && !(raw.body && typeof raw.body === 'object' && !Object.keys(raw.body).length))
    errors.push({ path: '', message: 'This call takes no body' });
  if (errors.length) throw problems.invalid_input({ errors: onePerField(errors) });
  return { params: raw.params, query, body };
}

const acceptsNothing = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;
