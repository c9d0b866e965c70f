import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { hostName, isLoopbackName, loopback, type Networks, plainAddress } from './network.ts';

/** The name a request was sent to. */
const nameOf = (c: Context): string | undefined => hostName(c.req.header('host') ?? new URL(c.req.url).host);

/** The address a connection comes from; requests made in process (tests) have none and count as this machine. */
function peerOf(c: Context): string {
  try {
    return plainAddress(getConnInfo(c).remote.address ?? '127.0.0.1');
  } catch {
    return '127.0.0.1';
  }
}

/** The caller's address; a forwarded one counts only where the connection comes from a trusted proxy. */
export function clientAddress(c: Context, trustedProxies: Networks): string {
  const peer = peerOf(c);
  if (!trustedProxies.includes(peer)) return peer;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(plainAddress).filter(Boolean);
  // The last address that is no proxy of ours is the caller; everything before it the caller may have made up.
  return forwarded.findLast((address) => !trustedProxies.includes(address)) ?? peer;
}

const isForwarded = (c: Context): boolean =>
  ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'].some((name) => c.req.header(name));

/**
 * Whether somebody at this machine asks it by a name of its own: no proxy, no other machine, no page of another site.
 */
export const isLocalCall = (c: Context): boolean =>
  loopback.includes(peerOf(c)) && isLoopbackName(nameOf(c) ?? '') && !isForwarded(c);

/**
 * Whether an installation answers under the name of a request: its base URL's, one it was given, or this machine's own,
 * which no name server hands out.
 */
export function isKnownHost(c: Context, baseURL: string, hosts: readonly string[]): boolean {
  const name = nameOf(c);
  if (name === undefined) return false;
  return isLoopbackName(name) || name === new URL(baseURL).hostname || hosts.some((host) => hostName(host) === name);
}
