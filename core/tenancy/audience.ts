import type { InstalledPlugin } from '../boot/registry.ts';
import type { AccountContext } from '../kernel/context.ts';
import { Account } from './account.entity.ts';

/** What an audience of platform.config.ts knows an account by. */
export interface NamedAccount {
  id: string;
  audienceNames: readonly string[];
}

/** Whether a plugin may be used by the account. Its slug of today does not count: it is the account's to change. */
export const isFor = ({ audience }: InstalledPlugin, account: NamedAccount): boolean =>
  audience === undefined || audience.some((name) => name === account.id || account.audienceNames.includes(name));

/** The account of the context with its names. */
export async function namedAccount(ctx: AccountContext): Promise<NamedAccount> {
  const account = await ctx.em.findOne(Account, { id: ctx.account.id });
  return { id: ctx.account.id, audienceNames: account?.audienceNames ?? [] };
}
