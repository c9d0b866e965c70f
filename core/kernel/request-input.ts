import type { Context } from 'hono';
import { z } from 'zod';
import { type AnyEndpoint, type BinaryReply, pathNames } from '../contracts/endpoint.ts';
import { type FieldError, problems } from '../contracts/problem.ts';
import { fieldErrors } from './problem-response.ts';

/** Query names that the kernel itself understands. */
const kernelQuery = new Set(['accountID', 'format', 'columns']);

const jsonLimit = 1_000_000;
const binaryLimit = 10_000_000;

const isBinary = (body: unknown): body is BinaryReply => Boolean(body && (body as BinaryReply).binary);

/** PostgreSQL cannot store NUL; refused here so that no service has to think of it. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : Array.isArray(value)
      ? value.some(hasNul)
      : typeof value === 'object' &&
        value !== null &&
        Object.entries(value).some(([name, item]) => name.includes('\0') || hasNul(item));

const tooLarge = (limit: number) => problems.too_large({ message: `The body is larger than ${limit} bytes` });

/** The body's bytes, refused with 413 as soon as they are too many. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  // Whole where its length is known, which the HTTP parser holds it to: reading it in parts takes a web stream of its own.
  if (length !== null && /^\d+$/.test(length)) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limit) throw tooLarge(limit);
    return bytes;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What a request carries before its values are judged. */
export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body: unknown;
  /** The body as it came, for the hash of the idempotency key. */
  bytes: Uint8Array;
}

/** Reads path, query and body; broken JSON, wrong content types and oversize bodies are refused here. */
export async function readInput(c: Context, endpoint: AnyEndpoint): Promise<RawInput> {
  const params = Object.fromEntries(
    pathNames(endpoint.path).map((name) => [name, decodeParam(c.req.param(name) ?? '')]),
  );
  const query = Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] as string) : values,
    ]),
  );
  if (endpoint.method === 'GET') return { params, query, body: undefined, bytes: new Uint8Array() };
  if (isBinary(endpoint.body)) {
    const bytes = await readBytes(c.req.raw, endpoint.body.limit ?? binaryLimit);
    if (!bytes.byteLength) throw problems.invalid_input({ errors: [{ path: '', message: 'The file is empty' }] });
    return { params, query, body: bytes, bytes };
  }
  const bytes = await readBytes(c.req.raw, endpoint.bodyLimit ?? jsonLimit);
  if (!bytes.byteLength) return { params, query, body: undefined, bytes };
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw problems.unsupported_media_type();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { params, query, body: JSON.parse(text), bytes };
  } catch {
    throw problems.invalid_json();
  }
}

function decodeParam(value: string): string {
  // A parameter that cannot be an id names nothing: the answer is 404, like for any other id that is not there.
  if (value.length > 200 || value.includes('\0') || !value) throw problems.not_found();
  return value;
}

const parseWith = (schema: z.ZodType, value: unknown, root: string, errors: FieldError[]): unknown => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  errors.push(...fieldErrors(parsed.error, root));
  return undefined;
};

const onePerField = (errors: readonly FieldError[]): FieldError[] =>
  [...new Map([...errors].reverse().map((error) => [error.path, error])).values()].reverse();

/** Validates a request against its endpoint; 400 `invalid_input` with one entry per wrong field. */
export function parseInput(
  endpoint: AnyEndpoint,
  raw: RawInput,
  ifMatch: string | undefined,
): { params: unknown; query: unknown; body: unknown } {
  const errors: FieldError[] = [];
  const given = Object.fromEntries(
    Object.entries(raw.query).filter(([name]) => endpoint.method !== 'GET' || !kernelQuery.has(name)),
  );
  const known = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
  if (!endpoint.query || endpoint.query instanceof z.ZodObject)
    for (const name of Object.keys(given))
      if (!known.includes(name)) errors.push({ path: name, message: 'This parameter is not known here' });
  for (const [name, value] of Object.entries(given))
    if (hasNul(value) || name.includes('\0'))
      errors.push({ path: name.replaceAll('\0', ''), message: 'NUL characters are not allowed' });
  const query = endpoint.query ? parseWith(endpoint.query, given, '', errors) : {};
  const takesVersion = endpoint.body instanceof z.ZodObject && 'version' in endpoint.body.shape;
  // A condition that nobody checks would let a change through that its sender wants refused.
  if (ifMatch !== undefined && endpoint.method !== 'GET' && !takesVersion)
    errors.push({ path: 'If-Match', message: 'This call cannot check a version' });
  let body: unknown;
  if (isBinary(endpoint.body)) body = raw.body;
  else if (endpoint.body) {
    const matched =
      ifMatch === undefined ? undefined : Number(/^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch)?.[1] ?? Number.NaN);
    const version = Number.isNaN(matched) ? undefined : matched;
    if (takesVersion && matched !== version)
      errors.push({ path: 'If-Match', message: 'If-Match has to be the ETag of the record' });
    if (hasNul(raw.body)) errors.push({ path: '', message: 'NUL characters are not allowed' });
    else {
      const value =
        version !== undefined && takesVersion && raw.body && typeof raw.body === 'object'
          ? { version, ...raw.body }
          : raw.body;
      body = parseWith(
        endpoint.body as z.ZodType,
        // No body at all is as good as an empty one; the JSON value null is not.
        value === undefined && !acceptsNothing(endpoint.body as z.ZodType) ? {} : value,
        '',
        errors,
      );
    }
  } else if (raw.bytes.byteLength && !(raw.body && typeof raw.body === 'object' && !Object.keys(raw.body).length))
    errors.push({ path: '', message: 'This call takes no body' });
  if (errors.length) throw problems.invalid_input({ errors: onePerField(errors) });
  return { params: raw.params, query, body };
}

const acceptsNothing = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;
