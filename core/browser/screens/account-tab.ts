import { queryString } from '../../contracts/client.ts';

const storageKey = 'millwright.account';

/**
 * The account of this browser tab (details.md HTTP); two tabs may use two accounts. Null before the session is loaded.
 */
export const accountTab = {
  get(): string | null {
    try {
      return globalThis.sessionStorage.getItem(storageKey);
    } catch {
      return null; // storage is blocked by the browser: the server's current account is used
    }
  },
  set(accountID: string | null): void {
    try {
      if (accountID) globalThis.sessionStorage.setItem(storageKey, accountID);
      else globalThis.sessionStorage.removeItem(storageKey);
    } catch {
      // storage is blocked by the browser: the choice lasts until the next load
    }
  },
};

/** Base address of the API, on the origin that serves the shell. */
export const apiBaseURL = '/api';

/**
 * Address for requests that cannot have headers: images, downloads, PDF frames, CSV links.
 * `accountURL('/v1/files/file_1')` adds this tab's account. A path that already begins with `/api`, or an absolute
 * address, keeps its origin.
 */
export function accountURL(path: string, query: Record<string, unknown> = {}): string {
  const base = /^(https?:|data:|blob:)/.test(path) || path.startsWith(`${apiBaseURL}/`) ? path : apiBaseURL + path;
  if (/^(data|blob):/.test(base)) return base;
  const text = queryString({ ...query, accountID: accountTab.get() });
  return text ? `${base}${base.includes('?') ? '&' : '?'}${text}` : base;
}
