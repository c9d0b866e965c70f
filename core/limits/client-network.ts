import { isIPv4, isIPv6 } from 'node:net';

/** Eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}

/**
 * The network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because one client owns
 * all of it. IPv4 mapped into IPv6 counts as IPv4; all invalid addresses count as one client.
 */
export function clientNetwork(ip: string): string {
  const [address = ''] = ip.trim().toLowerCase().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
