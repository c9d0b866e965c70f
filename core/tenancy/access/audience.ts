import type { InstalledPlugin } from '../../boot/registry/registry.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { Account } from '../accounts/account.entity.ts';

/** The names by which an audience in platform.config.ts can refer to an account. */
export interface NamedAccount {
  id: string;
  audienceNames: readonly string[];
}

/** Whether the account may use a plugin. The current slug does not count, because the account can change it. */
export const isFor = ({ audience }: InstalledPlugin, account: NamedAccount): boolean =>
  audience === undefined || audience.some((name) => name === account.id || account.audienceNames.includes(name));

/** The account of the context with its audience names. */
export async function namedAccount(ctx: AccountContext): Promise<NamedAccount> {
  const account = await ctx.em.findOne(Account, { id: ctx.account.id });
  return { id: ctx.account.id, audienceNames: account?.audienceNames ?? [] };
}
