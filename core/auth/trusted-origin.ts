/** The parts of an unsafe request that tell where it comes from. */
export interface OriginFacts {
  /** The Origin header. */
  origin: string | undefined;
  /** The Sec-Fetch-Site header. */
  fetchSite: string | undefined;
  /** The Host header, as the client sent it. */
  host: string | undefined;
  /** Origins (scheme and host) that people reach this installation at. */
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
 * Whether an unsafe request that carries cookies may have been sent by our own pages. Every browser of today sends at
 * least one of the two headers with such a request; without both it is a program, and programs have no foreign cookies
 * to misuse. A null or unreadable origin is foreign.
 */
export function isTrustedOrigin({ origin, fetchSite, host, trustedOrigins }: OriginFacts): boolean {
  // A page cannot send these; 'none' is an act of the person, such as an address typed in.
  if (fetchSite === 'same-origin' || fetchSite === 'none') return true;
  if (origin === undefined) return fetchSite === undefined;
  const from = originOf(origin);
  if (!from) return false;
  if (trustedOrigins.some((trusted) => originOf(trusted)?.origin === from.origin)) return true;
  // Without Sec-Fetch-Site (plain http outside localhost) the host alone decides; with it the browser has said
  // "another site".
  return fetchSite === undefined && host !== undefined && from.host === host.toLowerCase();
}
