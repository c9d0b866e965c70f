import { OutgoingRefusedError } from '../../kernel/outgoing/outgoing.ts';
import type { WebhookOutcome } from './decide-delivery.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** Milliseconds after which a receiver counts as silent. */
export const webhookPatience = 10_000;
/** Bytes of an answer that are kept. */
export const keptAnswer = 2_048;

/** Calls the address of an endpoint; `guardedFetch` with the limits above, except in tests. */
export type CallReceiver = (
  url: string,
  call: { method: 'POST'; headers: Record<string, string>; body: string; signal?: AbortSignal },
) => Promise<Response>;

/** The receiver's answer to an attempt. */
export interface WebhookAnswer extends WebhookOutcome {
  /** Reason of a failure without a status. */
  error: string | null;
  /** The first 2 kB of the answer. */
  answer: string | null;
  milliseconds: number;
}

/** The reason of a failed call in words. */
function reasonOf(error: unknown): string {
  if (error instanceof OutgoingRefusedError) return 'Not sent: the address lies inside a network, or is not https';
  const { name, code, message } = error as Error & { code?: string };
  if (name === 'TimeoutError') return `No answer within ${webhookPatience / 1000} seconds`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the receiver is not known';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The receiver closed the connection';
  return (message || code || 'The receiver was not reached').slice(0, 300);
}

/** Sends a body once, signed with each secret. Never throws: a failure is part of the answer. */
export async function postWebhook(
  call: CallReceiver,
  { url, secrets, ...sent }: { url: string; secrets: readonly string[]; eventID: string; body: string; at: Date },
  signal?: AbortSignal,
): Promise<WebhookAnswer> {
  const began = performance.now();
  const took = (): number => Math.round(performance.now() - began);
  try {
    const response = await call(url, {
      method: 'POST',
      headers: webhookHeaders(sent, secrets),
      body: sent.body,
      ...(signal ? { signal } : {}),
    });
    // PostgreSQL stores no NUL in a text.
    const answer = (await response.text()).replaceAll('\0', '\uFFFD');
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      error: null,
      answer,
      milliseconds: took(),
    };
  } catch (error) {
    return { status: null, retryAfter: null, error: reasonOf(error), answer: null, milliseconds: took() };
  }
}
