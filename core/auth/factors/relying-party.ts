import { isIP } from 'node:net';
import { passkeyProblems } from '../../contracts/sign-in/passkey.contract.ts';
import { isLoopbackName } from '../../kernel/outgoing/network.ts';

/** The relying party of passkeys: WebAuthn binds each passkey to a name and to the origin of its page. */
export interface RelyingParty {
  id: string;
  /** Scheme, host name and port. */
  origin: string;
}

/**
 * The relying party of an installation, from its base URL. Browsers do not accept IP addresses such as 10.0.0.5 as a
 * name; for this machine the name is `localhost`.
 */
export function relyingPartyOf(baseURL: string): RelyingParty | undefined {
  const url = new URL(baseURL);
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isIP(name)) return { id: url.hostname, origin: url.origin };
  if (!isLoopbackName(name)) return undefined;
  url.hostname = 'localhost';
  return { id: 'localhost', origin: url.origin };
}

/** The relying party. @throws Problem 409 `passkeys_unavailable` */
export function relyingParty(baseURL: string): RelyingParty {
  const party = relyingPartyOf(baseURL);
  if (!party) throw passkeyProblems.passkeys_unavailable();
  return party;
}
