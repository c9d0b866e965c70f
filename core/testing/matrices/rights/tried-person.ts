import { createUser } from '../../../auth/people/person.ts';
import { type PermissionCode, permissionVerbs } from '../../../contracts/plugins/permission.ts';
import { newID } from '../../../contracts/texts/id.ts';
import { Role, type StoredRoleType } from '../../../permissions/role.entity.ts';
import { Member } from '../../../tenancy/access/member.entity.ts';
import { forgetAccess } from '../../../tenancy/accounts/account-transaction.ts';
import { Party } from '../../../tenancy/parties/party.entity.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { testPassword } from '../../kernel/test-kernel.ts';

/** A person of A whose rights a test sets. */
export interface TriedPerson {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Replaces the person's rights. */
  may(rights: Iterable<PermissionCode>): Promise<void>;
}

/** Signs in a new member of A with a role of its own; a portal user if a customer is given. */
export async function triedPerson(
  kernel: PopulatedKernel,
  type: StoredRoleType,
  customerID?: string,
): Promise<TriedPerson> {
  const name = `tried ${type}`;
  const email = `tried-${type}@millwright.test`;
  const passwordHash = await kernel.tenancy.passwords.hash(testPassword);
  const { id: userID } = await kernel.database.runAsAuth({ accountID: '' }, (em) =>
    createUser(em, { email, name, passwordHash, emailVerified: true }),
  );
  const roleID = await kernel.a.run(async (ctx) => {
    const role = ctx.em.create(Role, { id: newID('role'), code: `tried_${type}`, name, type });
    ctx.em.create(Member, {
      id: newID('mem'),
      userID,
      name,
      email,
      role,
      status: 'active',
      joinedAt: ctx.clock.now(),
      ...(customerID ? { customer: ctx.em.reference(Party, customerID) } : {}),
    });
    await ctx.em.flush();
    return role.id;
  });
  const stranger = kernel.anonymous();
  const fetch: TriedPerson['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('account-id', kernel.a.id);
    return stranger.fetch(path, { ...init, headers });
  };
  const signedIn = await fetch('/auth/actions/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password: testPassword }),
  });
  if (!signedIn.ok) throw new Error(`Signing in as ${email} failed: ${await signedIn.text()}`);
  return {
    fetch,
    async may(rights) {
      const verbsOf = Map.groupBy(rights, (right) => right.slice(0, right.indexOf(':')));
      const rows = [...verbsOf].map(([domain, codes]) => ({
        domain,
        ...Object.fromEntries(permissionVerbs.map((verb) => [`can_${verb}`, codes.includes(`${domain}:${verb}`)])),
      }));
      await kernel.admin.query('delete from core.role_permission where account_id = $1 and role_id = $2', [
        kernel.a.id,
        roleID,
      ]);
      await kernel.admin.query(
        `insert into core.role_permission (account_id, role_id, domain, can_create, can_read, can_update, can_delete)
         select $1, $2, domain, can_create, can_read, can_update, can_delete
         from jsonb_to_recordset($3)
           as granted(domain text, can_create bool, can_read bool, can_update bool, can_delete bool)`,
        [kernel.a.id, roleID, JSON.stringify(rows)],
      );
      forgetAccess(kernel.a.id);
    },
  };
}
