import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure, exitCodes } from '@millwright/core/cli';
import { type Client, createClient } from '@millwright/core/contracts';
import { refreshAuthAccessToken } from '../../../core/contracts/sign-in/auth.contract.ts';
import type { Credentials } from './profile-store.ts';

/** A signed-in connection to one server. */
export interface ApiSession {
  client: Client;
  /** A raw request below `/api`, with credentials, and a single refresh. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface ApiSessionOptions {
  url: string;
  credentials(): Credentials;
  /** Stores cookies that the server has set. */
  keep(credentials: Credentials): void;
  /** Reads the stored credentials again, because another process may have renewed them. */
  reload(): Credentials | undefined;
  accountID?(): string | undefined;
  /** Answers a confirmation that the server requires. */
  confirm?(question: string): Promise<void>;
  signal: AbortSignal;
}

const lookMilliseconds = 100;
const mostLooks = 50;

/** Cookies after the server's changes. */
function withCookies(cookies: Readonly<Record<string, string>>, response: Response): Record<string, string> {
  const next = { ...cookies };
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const isGone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
    if (isGone) delete next[name.trim()];
    else next[name.trim()] = value.join('=').trim();
  }
  return next;
}

/** Calls a server with stored credentials of a person or a key; an expired access cookie is refreshed. */
export function openApiSession(options: ApiSessionOptions): ApiSession {
  const baseURL = `${options.url}/api`;

  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const credentials = options.credentials();
    const headers = new Headers(init.headers);
    if (credentials.type === 'api_key') {
      headers.set('x-api-key', credentials.keyID);
      headers.set('x-auth-secret', credentials.secret);
    } else {
      const cookie = Object.entries(credentials.cookies).map(([name, value]) => `${name}=${value}`);
      if (cookie.length) headers.set('cookie', cookie.join('; '));
    }
    const accountID = options.accountID?.();
    if (accountID && credentials.type === 'session' && !headers.has('account-id')) headers.set('account-id', accountID);
    const response = await fetch(url, { ...init, headers, signal: init.signal ?? options.signal, redirect: 'error' });
    if (credentials.type === 'session' && response.headers.getSetCookie().length)
      options.keep({ type: 'session', cookies: withCookies(credentials.cookies, response) });
    return response;
  };

  /**
   * The server rotates the refresh token, so only one of two processes can renew it; the other one uses the stored
   * result.
   */
  const refresh = async (): Promise<boolean> => {
    const credentials = options.credentials();
    if (credentials.type === 'api_key') return false;
    const before = JSON.stringify(credentials);
    const isNewer = (): boolean => {
      const stored = options.reload();
      if (!stored || JSON.stringify(stored) === before) return false;
      options.keep(stored);
      return true;
    };
    if (isNewer()) return true;
    const response = await send(`${baseURL}${refreshAuthAccessToken.path}`, { method: 'POST' });
    if (!response.ok) return false;
    if (((await response.json()) as { status?: string }).status === 'refreshed') return true;
    // Another process is renewing it, and will store it soon.
    for (let look = 0; look < mostLooks; look += 1) {
      await pause(lookMilliseconds, undefined, { signal: options.signal });
      if (isNewer()) return true;
    }
    return false;
  };

  return {
    client: createClient({
      baseURL,
      fetch: (url, init) => send(url, init as RequestInit),
      onUnauthorized: refresh,
      onConfirm: async ({ message }) => {
        await options.confirm?.(message);
        return options.confirm !== undefined;
      },
    }),
    async request(path, init = {}) {
      const perform = async (): Promise<Response> => {
        try {
          return await send(baseURL + path, init);
        } catch (error) {
          if (options.signal.aborted) throw options.signal.reason;
          throw unreachable(options.url, error);
        }
      };
      const first = await perform();
      if (first.status !== 401 || !(await refresh())) return first;
      await first.body?.cancel();
      return perform();
    },
  };
}

/** Error for a server that does not answer, with its address. */
export const unreachable = (url: string, cause: unknown): CommandFailure =>
  new CommandFailure({
    message: `The server at ${url} cannot be reached`,
    code: 'network_error',
    exitCode: exitCodes.unreachable,
    hint: 'Check the address and that the server runs: millwright status',
    cause,
  });
