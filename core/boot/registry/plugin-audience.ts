import type { Context } from 'hono';
import { sql } from 'kysely';
import { memberIs } from '../../tenancy/access/member-is.ts';
import type { Kernel } from '../boot.ts';

/**
 * Whether a caller may load the browser code of a plugin. Plugins without an audience are `public`. Others are only for
 * members of their audience and `private`, so that shared caches do not pass them on.
 */
export async function mayLoadPlugin(
  kernel: Kernel,
  c: Context,
  pluginID: string,
): Promise<'public' | 'private' | false> {
  const audience = kernel.registry.plugins.find(({ definition }) => definition.id === pluginID)?.audience;
  if (!audience) return 'public';
  const identity = await kernel.core.authenticate(c, '').catch(() => undefined);
  const { userID } = identity ?? {};
  if (!userID) return false;
  return kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const { rows } =
      await sql`select 1 from core.member member join core.account account on account.id = member.account_id
      where member.user_id = ${userID} and ${memberIs.active('member.status')}
        and (account.audience_names && ${[...audience]}::text[] or account.id = any(${[...audience]}::text[]))
      limit 1`.execute(em.getKysely());
    return rows.length > 0 && 'private';
  });
}
