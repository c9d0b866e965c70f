import { problems } from '../contracts/problem.ts';
import type { Registry } from '../kernel/registry.ts';

/** Words that read as the installation itself in an address or a mail, and those a later version may want as its own path. */
const reserved = new Set(
  `about abuse account accounts admin administrator api app apps assets auth billing blog cdn contact dashboard demo dev docs
  download email ftp health help home host hostmaster imap info install internal legal livez login logout mail mailer-daemon
  marketing media metrics millwright millwright-support mobile news noreply no-reply null official operator ops owner payment
  payments plugin plugins pop portal postmaster press pricing privacy public readyz register root sales secure security self
  service settings setup shop signin signout signup site smtp sso staff static status store support sysadmin system team
  terms test trust undefined upload user users webhook webhooks webmaster widget widgets www`.split(/\s+/),
);

/**
 * Whether a slug is not for whoever asks: a reserved word, or a name that an audience of platform.config.ts waits for, which would
 * give its taker another tenant's plugin.
 */
export const isReservedSlug = (registry: Registry, slug: string): boolean =>
  reserved.has(slug) || registry.plugins.some(({ audience }) => audience?.includes(slug));

/** @throws Problem 409 `duplicate`, as for a slug that somebody has */
export function slugTaken(): never {
  const message = 'This slug is taken';
  throw problems.duplicate({ message, errors: [{ path: 'slug', message }] });
}
