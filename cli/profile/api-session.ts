import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure, exitCodes } from '@millwright/core/cli';
import { type Client, createClient } from '@millwright/core/contracts';
import { refreshAuthAccessToken } from '../../core/contracts/auth.contract.ts';
import type { Credentials } from './profile-store.ts';

/** A signed-in connection to one server. */
export interface ApiSession {
  client: Client;
  /** A raw request below `/api`, with the credentials and one refresh. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface ApiSessionOptions {
  url: string;
  credentials(): Credentials;
  /** Keeps cookies that the server has set. */
  keep(credentials: Credentials): void;
  /** Reads the stored credentials again: another process may have renewed them. */
  reload(): Credentials | undefined;
  accountID?(): string | undefined;
  /** Answers what the server asks before it does something unusual. */
  confirm?(question: string): Promise<void>;
  signal: AbortSignal;
}

const lookMilliseconds = 100;
const mostLooks = 50;

/** Cookies with what the server has set or taken. */
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

/**
 * Speaks to a server as the person or the key of some credentials; a session is refreshed when its access cookie is
 * over.
 */
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
   * The server rotates the refresh token, so of two processes only one can renew; the other finds what it has stored.
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
    // Somebody else renews it at this moment, and is about to store it.
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

/** No answer at all: says where from. */
export const unreachable = (url: string, cause: unknown): CommandFailure =>
  new CommandFailure({
    message: `The server at ${url} cannot be reached`,
    code: 'network_error',
    exitCode: exitCodes.unreachable,
    hint: 'Check the address and that the server runs: millwright status',
    cause,
  });
