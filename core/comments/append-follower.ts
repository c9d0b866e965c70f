import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/** Makes a member follow a record, unless they have muted it. It is written at the end of the transaction. */
export function appendFollower(
  ctx: AccountContext,
  { type, id }: { type: string; id: string },
  memberID: string,
): void {
  ctx.em.append(
    'core.record_follower',
    { record_type: type, record_id: id, member_id: memberID, is_muted: false },
    { key: `${type} ${id} ${memberID}`, ending: sql`on conflict do nothing` },
  );
}
