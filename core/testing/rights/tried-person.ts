import { createUser } from '../../auth/person.ts';
import { newID } from '../../contracts/id.ts';
import { type PermissionCode, permissionVerbs } from '../../contracts/permission.ts';
import { Role, type StoredRoleType } from '../../permissions/role.entity.ts';
import { forgetAccess } from '../../tenancy/account-transaction.ts';
import { Member } from '../../tenancy/member.entity.ts';
import { Party } from '../../tenancy/party.entity.ts';
import type { PopulatedKernel } from '../populated-kernel.ts';
import { testPassword } from '../test-kernel.ts';

/** Somebody of A whose rights are those that a test says. */
export interface TriedPerson {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** From here on the person has these rights alone. */
  may(rights: Iterable<PermissionCode>): Promise<void>;
}

/** Signs in a new member of A with a role of its own; of a customer, if there is one. */
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
      ...{ id: newID('mem'), userID, name, email, role, status: 'active', joinedAt: ctx.clock.now() },
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
