import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { hostName, isLoopbackName, loopback, type Networks, plainAddress } from '../outgoing/network.ts';

/** The host name of the request. */
const nameOf = (c: Context): string | undefined => hostName(c.req.header('host') ?? new URL(c.req.url).host);

/** The peer address of the connection. In-process requests (tests) have none and count as this machine. */
function peerOf(c: Context): string {
  try {
    return plainAddress(getConnInfo(c).remote.address ?? '127.0.0.1');
  } catch {
    return '127.0.0.1';
  }
}

/** The caller's address. A forwarded address counts only if the connection comes from a trusted proxy. */
export function clientAddress(c: Context, trustedProxies: Networks): string {
  const peer = peerOf(c);
  if (!trustedProxies.includes(peer)) return peer;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(plainAddress).filter(Boolean);
  // The last address that is no trusted proxy is the caller; the ones before it may be forged.
  return forwarded.findLast((address) => !trustedProxies.includes(address)) ?? peer;
}

const isForwarded = (c: Context): boolean =>
  ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'].some((name) => c.req.header(name));

/** Whether the request comes from this machine under a loopback name, without a proxy. */
export const isLocalCall = (c: Context): boolean =>
  loopback.includes(peerOf(c)) && isLoopbackName(nameOf(c) ?? '') && !isForwarded(c);

/**
 * Whether the request's host name belongs to the installation: that of its base URL, a configured one, or a loopback
 * name, which no name server resolves to another machine.
 */
export function isKnownHost(c: Context, baseURL: string, hosts: readonly string[]): boolean {
  const name = nameOf(c);
  if (name === undefined) return false;
  return isLoopbackName(name) || name === new URL(baseURL).hostname || hosts.some((host) => hostName(host) === name);
}
