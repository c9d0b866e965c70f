/** Names of the two cookies as the code knows them; on the wire they carry `__Host-` where the site is served over https. */
export const accessCookie = 'at';
export const refreshCookie = 'rt';
/** Both cookies are sent to the whole site: `__Host-` allows no other path. */
export const cookiePath = '/';

const wireName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** The pairs of a Cookie header; the first of equal names counts. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    if (!pairs.has(name)) pairs.set(name, value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value);
  }
  return pairs;
}

/** Cookies of one request and its answer. */
export interface CookieJar {
  get(name: string): string | undefined;
  /** `maxAge` in seconds. */
  set(name: string, value: string, options: { maxAge: number; path: string }): void;
  clear(name: string, options: { path: string }): void;
}

/**
 * Reads the request's cookies and hands each Set-Cookie line to `append`. HttpOnly and SameSite=Lax always; over https also
 * Secure and the `__Host-` prefix, so that neither plain http nor a sister domain can plant one.
 */
export function cookieJar(options: { header: string | undefined; isSecure: boolean; append(line: string): void }): CookieJar {
  const { isSecure, append } = options;
  const pairs = parseCookies(options.header);
  const write = (name: string, value: string, maxAge: number, path: string): void =>
    append(`${wireName(name, isSecure)}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Lax`);
  return {
    get: (name) => pairs.get(wireName(name, isSecure)) || undefined,
    set: (name, value, { maxAge, path }) => {
      if (!/^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/.test(value)) throw new TypeError('Not a cookie value');
      pairs.set(wireName(name, isSecure), value);
      write(name, value, maxAge, path);
    },
    clear: (name, { path }) => {
      pairs.delete(wireName(name, isSecure));
      write(name, '', 0, path);
    },
  };
}
