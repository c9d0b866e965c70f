import { newID } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { Priority } from './priority.entity.ts';

const builtIn = [
  { code: 'low', name: 'Low', rank: 1 },
  { code: 'normal', name: 'Normal', rank: 2 },
  { code: 'high', name: 'High', rank: 3 },
] as const;

/** Adds the three priorities to an account; existing ones stay unchanged. */
export async function seedPriorities(ctx: AccountContext): Promise<void> {
  const present = await ctx.em.find(Priority, { accountID: ctx.account.id });
  for (const priority of builtIn)
    if (!present.some(({ code }) => code === priority.code)) ctx.em.create(Priority, { id: newID('pri'), ...priority });
  await ctx.em.flush();
}
