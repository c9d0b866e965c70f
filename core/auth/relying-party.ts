import { isIP } from 'node:net';
import { passkeyProblems } from '../contracts/passkey.contract.ts';
import { isLoopbackName } from '../kernel/network.ts';

/** Who passkeys are made for: WebAuthn binds each to a name and to the address that its page has. */
export interface RelyingParty {
  id: string;
  /** Scheme, name and port. */
  origin: string;
}

/**
 * The relying party of an installation, by the address that people reach it at. Browsers take no addresses such as
 * 10.0.0.5 for a name; this machine's own has one, `localhost`.
 */
export function relyingPartyOf(baseURL: string): RelyingParty | undefined {
  const url = new URL(baseURL);
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isIP(name)) return { id: url.hostname, origin: url.origin };
  if (!isLoopbackName(name)) return undefined;
  url.hostname = 'localhost';
  return { id: 'localhost', origin: url.origin };
}

/** @throws Problem 409 `passkeys_unavailable` */
export function relyingParty(baseURL: string): RelyingParty {
  const party = relyingPartyOf(baseURL);
  if (!party) throw passkeyProblems.passkeys_unavailable();
  return party;
}
