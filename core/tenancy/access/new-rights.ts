import { sql } from 'kysely';
import type { Logger } from 'pino';
import { audit } from '../../audit/audit.ts';
import type { PermissionDomain } from '../../contracts/plugins/permission.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { defaultGrant } from '../../permissions/default-grants.ts';
import { codesOfFlags } from '../../permissions/grants.ts';
import { Role, RolePermission } from '../../permissions/role.entity.ts';
import { forgetAccess } from './access.ts';

/** Report on the new rights of one role at a start. */
export interface NewRights {
  role: string;
  /** Default rights of its domains that the role lacked. */
  rights: string[];
  /** False if a person has changed the role's rights, which then stay as they are. */
  given: boolean;
}

export interface AccountRights {
  slug: string;
  rights: readonly NewRights[];
}

/**
 * Logs which roles got which rights, and which keep their changed rights; one entry for all accounts with the same
 * result.
 */
export function tellNewRights(told: readonly AccountRights[], log: Logger): void {
  const accounts = new Map<string, { rights: NewRights; slugs: string[] }>();
  for (const { slug, rights } of told)
    for (const each of rights) {
      const key = JSON.stringify(each);
      const known = accounts.get(key) ?? { rights: each, slugs: [] };
      accounts.set(key, { ...known, slugs: [...known.slugs, slug] });
    }
  for (const { rights, slugs } of accounts.values())
    log.info(
      { role: rights.role, rights: rights.rights, accounts: slugs.slice(0, shownAccounts), count: slugs.length },
      rights.given
        ? 'rights that came with this version were given to a role'
        : 'rights that came with this version were not given to a role whose rights somebody has set',
    );
}

const shownAccounts = 20;

/**
 * Gives the roles that come with an account the default rights of new domains. A role whose rights a person has changed
 * keeps them, but the missing rights are reported too.
 */
export async function giveNewRights(ctx: AccountContext, domains: readonly PermissionDomain[]): Promise<NewRights[]> {
  const accountID = ctx.account.id;
  const roles = await ctx.em.find(Role, { accountID, isSystem: true });
  const held = new Set(
    (await ctx.em.find(RolePermission, { accountID })).flatMap((row) =>
      codesOfFlags(row).map((code) => `${row.role.id} ${code}`),
    ),
  );
  const lacking = roles.flatMap((role) => {
    const grants = domains.flatMap((domain) => {
      const grant = defaultGrant(domain, role.type);
      if (!grant) return [];
      const codes = codesOfFlags({ domain: domain.code, ...grant }).filter((code) => !held.has(`${role.id} ${code}`));
      return codes.length ? [{ domain: domain.code, grant, codes }] : [];
    });
    return grants.length ? [{ role, grants }] : [];
  });
  const done: NewRights[] = [];
  for (const { role, grants } of lacking) {
    const rights = grants.flatMap(({ codes }) => codes);
    const given = !(await isSetBySomebody(ctx, role.id));
    done.push({ role: role.name, rights, given });
    if (!given) continue;
    const rows = grants.map(({ domain, grant }) => ({
      account_id: accountID,
      role_id: role.id,
      domain,
      can_create: grant.canCreate,
      can_read: grant.canRead,
      can_update: grant.canUpdate,
      can_delete: grant.canDelete,
    }));
    await ctx.em
      .query()
      .insertInto('core.role_permission')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'role_id', 'domain'])
          .doUpdateSet(
            Object.fromEntries(
              ['can_create', 'can_read', 'can_update', 'can_delete'].map((flag) => [
                flag,
                sql<boolean>`${sql.ref(`role_permission.${flag}`)} or ${sql.ref(`excluded.${flag}`)}`,
              ]),
            ),
          ),
      )
      .execute();
    audit(ctx, {
      record: { type: 'role', id: role.id },
      action: 'updated',
      changes: rights.map((code) => ({ field: code, from: false, to: true })),
      note: 'Rights that came with a new version',
    });
  }
  if (done.some(({ given }) => given)) ctx.afterCommit(() => forgetAccess(accountID));
  return done;
}

/** Whether the role's timeline contains rights set by a person or a key. Locks the role. */
async function isSetBySomebody(ctx: AccountContext, roleID: string): Promise<boolean> {
  await ctx.em.getForUpdate(Role, roleID);
  const { rows } = await sql<{ found: boolean }>`select exists (select from core.audit_event event
      where event.account_id = ${ctx.account.id} and event.record_type = 'role' and event.record_id = ${roleID}
        and event.actor_type <> 'system'
        and exists (select from jsonb_array_elements(event.changes) change where change ->> 'field' like '%:%')
    ) as found`.execute(ctx.em.query());
  return rows[0]?.found ?? false;
}
