import { request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Networks } from './network.ts';
import { decideOutgoing, guardedLookup, OutgoingRefusedError } from './outgoing.ts';

const longestAnswer = 1024 * 1024;
const longestWait = 5_000;

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an address that a person of an account has entered. All addresses of the host name are checked, and the
 * connection uses a checked address without another look-up. Redirects are not followed; a reply may have 1 MiB and
 * take 5 s. `named`: internal networks that the operator permits.
 */
export const guardedFetch =
  (named: Networks) =>
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
    const limit = AbortSignal.timeout(longestWait);
    return new Promise((resolve, reject) => {
      const sent = ask(
        url,
        {
          method,
          headers,
          lookup: guardedLookup(check),
          agent: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
        (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          answer.on('data', (part: Buffer) => {
            size += part.length;
            if (size > longestAnswer) answer.destroy(new Error(`${url.host} answered more than 1 MiB`));
            else parts.push(part);
          });
          answer.on('error', reject);
          answer.on('end', () => {
            const { statusCode: status = 502, headers: given } = answer;
            const type = given['content-type'];
            const isEmpty = status === 204 || status === 304;
            const replyHeaders = new Headers(type ? { 'content-type': type } : {});
            resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: replyHeaders }));
          });
        },
      );
      sent.on('error', reject);
      const text = body instanceof URLSearchParams ? body.toString() : body;
      sent.end(typeof text === 'string' || text instanceof Uint8Array ? text : undefined);
    });
  };
