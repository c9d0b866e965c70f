import { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { AnyEndpoint, BinaryContent } from '../contracts/endpoints/endpoint.ts';
import type { Problem } from '../contracts/endpoints/problem.ts';
import { type CsvForm, chosenColumns, csvOf, pathForm } from '../imports/delimited/csv.ts';
import { problemBodyOf } from '../kernel/problems/problem-response.ts';
import { matchesEtag } from './files/etag.ts';
import { packedText } from './files/packed-answer.ts';
import { ownQuery, type RawInput } from './request/request-input.ts';

/** The reply to a call before compression. */
export interface HttpAnswer {
  status: number;
  body: string | null;
  headers?: Record<string, string>;
  binary?: BinaryContent;
}

/** A list as CSV, read page by page. */
export async function csvAnswer(
  endpoint: AnyEndpoint,
  raw: RawInput,
  list: (query: unknown) => Promise<unknown>,
  importForm?: CsvForm,
): Promise<HttpAnswer> {
  const given = ownQuery(endpoint, raw.query);
  const chosen = chosenColumns(endpoint, raw.query['columns']);
  const binary = await csvOf(endpoint, (chosen ? undefined : importForm) ?? pathForm(chosen), async (take, skip) => {
    const query = (endpoint.query as z.ZodType).parse({ ...given, take: String(take), skip: String(skip) });
    return (await list(query)) as { items: Record<string, unknown>[] };
  });
  return { status: 200, body: null, binary };
}

/** The reply to a call. Outside production it is checked against its contract. */
export function toAnswer({ environment }: { environment: string }, endpoint: AnyEndpoint, reply: unknown): HttpAnswer {
  if ((endpoint.reply as { binary?: boolean }).binary)
    return { status: endpoint.status, body: null, binary: reply as BinaryContent };
  if (endpoint.status === 204) return { status: 204, body: null };
  if (environment !== 'production') {
    const checked = (endpoint.reply as z.ZodType).safeParse(JSON.parse(JSON.stringify(reply ?? null)));
    if (!checked.success)
      throw new Error(`The reply of ${endpoint.name} does not match its contract: ${z.prettifyError(checked.error)}`);
  }
  const version = (reply as { version?: unknown } | null)?.version;
  return {
    status: endpoint.status,
    body: JSON.stringify(reply ?? null),
    headers: typeof version === 'number' ? { etag: `"${version}"` } : {},
  };
}

export async function toResponse(
  { status, body, headers = {}, binary }: HttpAnswer,
  requestID: string,
  { accept, known }: { accept?: string | undefined; known?: string | undefined } = {},
): Promise<Response> {
  if (!binary) {
    const packed = body === null ? undefined : await packedText(body, accept);
    return new Response(packed?.body ?? null, {
      status,
      headers: {
        ...(packed ? { 'content-type': 'application/json; charset=utf-8' } : {}),
        'cache-control': 'no-store',
        'x-request-id': requestID,
        ...packed?.headers,
        ...headers,
      },
    });
  }
  const { bytes, contentType, filename, maxAge, version } = binary;
  const cached: Record<string, string> = {
    'cache-control': version ? 'private, no-cache' : maxAge ? `private, max-age=${maxAge}` : 'no-store',
    ...(version ? { etag: `"${version}"` } : {}),
    'x-request-id': requestID,
  };
  if (version && matchesEtag(`"${version}"`, known)) return new Response(null, { status: 304, headers: cached });
  const content = typeof bytes === 'string' || bytes instanceof Uint8Array ? bytes : ReadableStream.from(bytes);
  return new Response(content as ConstructorParameters<typeof Response>[0], {
    status,
    headers: {
      ...cached,
      'content-type': contentType,
      // The browser never runs the bytes as a page of this origin, whatever they contain.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      ...(filename ? { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}` } : {}),
    },
  });
}

export function problemResponse(problem: Problem, requestID: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problemBodyOf(problem, requestID)), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestID,
      ...(problem.retryAfter ? { 'retry-after': String(Math.ceil(problem.retryAfter)) } : {}),
      ...headers,
    },
  });
}
