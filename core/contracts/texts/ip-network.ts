import { z } from 'zod';

/** An address or a network of addresses: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const ipNetwork = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], {
      error: 'Must be an address or a network, such as 203.0.113.0/24',
    }),
  );
