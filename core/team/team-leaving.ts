import type { AccountContext } from '../kernel/context/context.ts';
import type { Member } from '../tenancy/access/member.entity.ts';

/** What other areas do in the transaction in which somebody leaves the team, or a role is deleted. */
export interface TeamLeaving {
  memberLeft(ctx: AccountContext, member: Pick<Member, 'id' | 'name' | 'role'>): Promise<void>;
  roleDeleted(ctx: AccountContext, roleID: string): Promise<void>;
}
