import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * An address without zone, brackets and port; an IPv4 address in IPv6 form becomes IPv4. Proxies also write
 * `10.1.2.3:5678` and `[2001:db8::1]:443`.
 */
export function plainAddress(text: string): string {
  const bare = text.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const host = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(':')) : bare;
  return host
    .split('%', 1)
    .join('')
    .replace(/^::ffff:(?=\d+\.)/i, '');
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** A set of addresses and networks (`10.0.0.0/8`, `2001:db8::/32`), as for trusted proxies. */
export class Networks {
  readonly #list = new BlockList();
  readonly isEmpty: boolean;

  /** @throws TypeError for an entry that is neither */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) {
      const [address = '', bits, ...rest] = entry.split('/');
      const longest = isIPv6(address) ? 128 : 32;
      const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
      if (!isIP(address) || rest.length || (bits !== undefined && !isNetwork))
        throw new TypeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
      if (bits === undefined) this.#list.addAddress(address, family(address));
      else this.#list.addSubnet(address, Number(bits), family(address));
    }
  }

  includes(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, family(address));
  }
}

export const loopback = new Networks(['127.0.0.0/8', '::1']);

/** Whether a host name means this machine: `localhost`, `127.0.0.1`, `::1`. */
export const isLoopbackName = (name: string): boolean => /^(.+\.)?localhost$/i.test(name) || loopback.includes(name);

/** The name in a Host header without its port; undefined if it is invalid. */
export function hostName(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch {
    return undefined;
  }
}
