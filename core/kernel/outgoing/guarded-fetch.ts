import { request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Networks } from './network.ts';
import { type AskNames, askSystem, decideOutgoing, guardedLookup, OutgoingRefusedError } from './outgoing.ts';

/** Limits of calls. */
interface FetchLimits {
  /** Milliseconds of a call. */
  wait?: number;
  /** Bytes of an answer. */
  answer?: number;
  /** Whether a longer answer is cut off instead of being an error. */
  cuts?: boolean;
  names?: AskNames;
}

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an address that a person of an account has entered. All addresses of the host name are checked, and the
 * connection uses a checked address without another look-up. Redirects are not followed; a reply may have 1 MiB and
 * take 5 s, unless other limits are given. `named`: internal networks that the operator permits.
 */
export const guardedFetch =
  (
    named: Networks,
    { wait = 5_000, answer: longestAnswer = 1024 * 1024, cuts = false, names = askSystem }: FetchLimits = {},
  ) =>
  async (target: string, { method = 'GET', headers = {}, body, signal }: FetchOptions = {}): Promise<Response> => {
    const url = new URL(target);
    const isSafe = url.protocol === 'https:';
    if (!isSafe && url.protocol !== 'http:') throw new OutgoingRefusedError(url.host);
    const check = (address: string) => {
      if (decideOutgoing(address, { isSafe, named }) !== 'allow') throw new OutgoingRefusedError(url.host);
    };
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host)) check(host);
    const ask = isSafe ? safeRequest : plainRequest;
    const limit = AbortSignal.timeout(wait);
    return new Promise((resolve, reject) => {
      // Node reports a call that its signal ends as aborted or as reset, by how far the call has come.
      const fail = (error: Error): void => reject(limit.aborted ? limit.reason : error);
      const sent = ask(
        url,
        {
          method,
          headers,
          lookup: guardedLookup(check, names),
          agent: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
        (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          const end = (): void => {
            const { statusCode: status = 502, headers: given } = answer;
            const isEmpty = status === 204 || status === 205 || status === 304;
            const replyHeaders = new Headers();
            try {
              // Hono's node server replaces the global `Response` by one that takes every status without an error.
              if (status < 200 || status > 599) throw new RangeError(`${status} is no status`);
              for (const name of ['content-type', 'retry-after'] as const)
                if (given[name]) replyHeaders.set(name, given[name]);
              resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: replyHeaders }));
            } catch {
              // A status such as 999 is no answer. Thrown from this listener, the error would end the process.
              reject(new Error(`${url.host} gave no valid answer`));
            }
          };
          answer.on('data', (part: Buffer) => {
            const room = longestAnswer - size;
            size += part.length;
            if (part.length <= room) parts.push(part);
            else if (cuts) {
              parts.push(part.subarray(0, room));
              end();
              answer.destroy();
            } else answer.destroy(new Error(`${url.host} answered more than 1 MiB`));
          });
          answer.on('error', fail);
          answer.on('end', end);
        },
      );
      sent.on('error', fail);
      const text = body instanceof URLSearchParams ? body.toString() : body;
      sent.end(typeof text === 'string' || text instanceof Uint8Array ? text : undefined);
    });
  };
