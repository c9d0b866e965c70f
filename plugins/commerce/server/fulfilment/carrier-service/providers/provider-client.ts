import { refuseInTransaction } from '@millwright/core/server';
import type { z } from 'zod';
import { carrierServiceProblems } from '../../../../contracts/index.ts';

/** One call to a provider. */
export interface ProviderCall {
  /** The provider's name for people, part of every message. */
  provider: string;
  method?: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, except a text. */
  body?: unknown;
  /** Timeout in milliseconds, default 8,000. */
  patience?: number;
}

/** Most bytes of an answer. Labels are pictures of some tens of kilobytes. */
const largest = 4 * 1024 * 1024;

/** An answer with a status below 400, or from 400 to 499 if the caller handles these itself. */
interface ProviderAnswer {
  status: number;
  contentType: string;
  bytes: Uint8Array;
}

async function bytesOf(response: Response, provider: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > largest)
      throw carrierServiceProblems.carrier_answer_unreadable({ message: `${provider} answers too much` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The provider's message about a refusal, from any of the usual fields; at most 300 characters. */
function wordsOf(bytes: Uint8Array): string {
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (found.length >= 3 || depth > 6) return;
    if (Array.isArray(value)) for (const each of value) look(each, depth + 1);
    else if (typeof value === 'object' && value)
      for (const [name, each] of Object.entries(value))
        if (typeof each === 'string' && /^(message|detail|text|__all__)$/i.test(name)) found.push(each);
        else look(each, depth + 1);
    else if (typeof value === 'string' && depth > 0 && value.length > 8) found.push(value);
  };
  try {
    look(JSON.parse(new TextDecoder().decode(bytes)), 0);
  } catch {
    return '';
  }
  return [...new Set(found)].join('; ').replaceAll(/\s+/g, ' ').slice(0, 300);
}

/**
 * Calls a provider, never inside a transaction.
 * @throws Problem of `carrierServiceProblems`, with the provider's name in the message
 */
export async function askProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { provider, method = 'POST', url, headers = {}, body, patience = 8000 } = call;
  refuseInTransaction(provider);
  const isText = typeof body === 'string';
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: {
        accept: 'application/json',
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    bytes = await bytesOf(response, provider);
  } catch (error) {
    if ((error as Error).name === 'Problem') throw error;
    throw carrierServiceProblems.carrier_no_answer({
      message: `${provider} does not answer: try again later`,
      retryAfter: 60,
    });
  }
  const { status } = response;
  if (status < 400) return { status, contentType: response.headers.get('content-type') ?? '', bytes };
  const words = wordsOf(bytes);
  const reasonText = words ? `: ${words}` : '';
  if (status === 401 || status === 403)
    throw carrierServiceProblems.carrier_credentials_refused({
      message: `${provider} refuses the credentials${reasonText}. Correct them under Integrations.`,
    });
  if (status === 429)
    throw carrierServiceProblems.carrier_busy({
      message: `${provider} has too much to do: try again in a minute`,
      retryAfter: 60,
    });
  if (status >= 500)
    throw carrierServiceProblems.carrier_unavailable({
      message: `${provider} has a fault (${status}): try again later`,
      retryAfter: 60,
    });
  throw carrierServiceProblems.carrier_refused({ message: `${provider} says no${reasonText}`, details: { status } });
}

/**
 * Calls a provider and parses JSON of the given shape.
 * @throws Problem 503 `carrier_answer_unreadable` for other content
 */
export async function askProviderFor<Shape extends z.ZodType>(
  call: ProviderCall,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { bytes } = await askProvider(call);
  try {
    return shape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw carrierServiceProblems.carrier_answer_unreadable({
      message: `${call.provider} answers something that cannot be read: try again later`,
      retryAfter: 60,
    });
  }
}
