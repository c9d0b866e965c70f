import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Kernel } from './boot.ts';

/** Whether the caller may have the browser code of a plugin: everybody's plugins are public, one with an audience only its members get. */
export async function mayLoadPlugin(kernel: Kernel, c: Context, pluginID: string): Promise<boolean> {
  const audience = kernel.registry.plugins.find(({ definition }) => definition.id === pluginID)?.audience;
  if (!audience) return true;
  const identity = await kernel.core.authenticate(c).catch(() => undefined);
  const { userID } = identity ?? {};
  if (!userID) return false;
  return kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const { rows } =
      await sql`select 1 from core.member member join core.account account on account.id = member.account_id
      where member.user_id = ${userID} and member.status = 'active' and account.slug = any(${[...audience]}::text[]) limit 1`.execute(
        em.getKysely(),
      );
    return rows.length > 0;
  });
}
