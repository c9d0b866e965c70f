/** The parts of an unsafe request that reveal its origin. */
export interface OriginFacts {
  /** The Origin header. */
  origin: string | undefined;
  /** The Sec-Fetch-Site header. */
  fetchSite: string | undefined;
  /** The Host header of the client. */
  host: string | undefined;
  /** Origins (scheme and host) of this installation. */
  trustedOrigins: readonly string[];
}

const originOf = (url: string): URL | undefined => {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
};

/**
 * Whether an unsafe request with cookies may come from the installation's own pages. Every current browser sends at
 * least one of the two headers with it. A request without both comes from a program, which has no cookies of others. A
 * null or invalid origin is not trusted.
 */
export function isTrustedOrigin({ origin, fetchSite, host, trustedOrigins }: OriginFacts): boolean {
  // Pages cannot set this header; 'none' means an action of the person, such as an entered address.
  if (fetchSite === 'same-origin' || fetchSite === 'none') return true;
  if (origin === undefined) return fetchSite === undefined;
  const from = originOf(origin);
  if (!from) return false;
  if (trustedOrigins.some((trusted) => originOf(trusted)?.origin === from.origin)) return true;
  // Without Sec-Fetch-Site (plain http outside localhost) only the host decides; with it the browser has already
  // reported another site.
  return fetchSite === undefined && host !== undefined && from.host === host.toLowerCase();
}
