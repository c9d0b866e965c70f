import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import {
  listRoles,
  type PermissionGroupView,
  type RoleInput,
  type RolePatch,
  type RoleRow,
  type RoleView,
  roleProblems,
} from '../contracts/accounts/role.contract.ts';
import type { ListQuery } from '../contracts/endpoints/list-query.ts';
import { type FieldError, problems } from '../contracts/endpoints/problem.ts';
import {
  type PermissionCode,
  type PermissionVerb,
  permissionGroups,
  permissionVerbs,
  type RoleType,
} from '../contracts/plugins/permission.ts';
import { newID } from '../contracts/texts/id.ts';
import { isoDateTimeOf } from '../database/rows/row-date.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { matchesText } from '../lists/conditions.ts';
import { listPage, touched } from '../lists/list-page.ts';
import { codesOfFlags, flagOf, grantableDomains, requireGrantable } from '../permissions/grants.ts';
import { Role, RolePermission } from '../permissions/role.entity.ts';
import { renewVersion } from '../records/renew-version.ts';
import { forgetAccess } from '../tenancy/access/access.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import type { TeamLeaving } from './team-leaving.ts';

type Tables = { 'core.role': TableRow<typeof Role>; 'core.member': TableRow<typeof Member> };

/** Roles of an account and their rights. */
export class RoleService {
  readonly #registry: Registry;
  readonly #leaving: TeamLeaving;

  constructor(registry: Registry, leaving: TeamLeaving) {
    this.#registry = registry;
    this.#leaving = leaving;
  }

  async page(
    ctx: AccountContext,
    query: ListQuery & {
      sortBy?: 'name' | 'code' | 'type' | 'createdAt' | 'updatedAt';
      type?: RoleType[] | undefined;
      code?: string | undefined;
    },
  ): Promise<{ items: RoleRow[]; count: number }> {
    let matching = ctx.em.query<Tables>().selectFrom('core.role as role').where('role.account_id', '=', ctx.account.id);
    if (query.query)
      matching = matching.where(matchesText(query.query, ['role.name', 'role.code', 'role.description']));
    if (query.type) matching = matching.where('role.type', 'in', query.type as Role['type'][]);
    if (query.code) matching = matching.where('role.code', '=', query.code);
    const { items, count } = await listPage(ctx, {
      list: listRoles,
      id: 'role.id',
      matching,
      select: (rows) =>
        rows.selectAll('role').select((eb) =>
          eb
            .selectFrom('core.member as member')
            .select((inner) => inner.fn.countAll<string>().as('count'))
            .where('member.account_id', '=', ctx.account.id)
            .whereRef('member.role_id', '=', 'role.id')
            .where('member.removed_at', 'is', null)
            .as('member_count'),
        ),
      page: query,
      sortable: {
        name: 'role.name',
        code: 'role.code',
        type: 'role.type',
        createdAt: 'role.created_at',
        updatedAt: 'role.updated_at',
      },
      order: [
        ['role.is_system', 'desc'],
        ['role.name', 'asc'],
      ],
    });
    return {
      count,
      items: items.map((row) => ({
        id: row.id,
        code: row.code,
        name: row.name,
        description: row.description,
        type: row.type as RoleType,
        isSystem: row.is_system,
        memberCount: Number(row.member_count),
        version: Number(row.version),
        createdAt: isoDateTimeOf(row.created_at),
        updatedAt: isoDateTimeOf(row.updated_at),
      })),
    };
  }

  async read(ctx: AccountContext, roleID: string): Promise<RoleView> {
    return this.#view(ctx, await ctx.em.get(Role, roleID));
  }

  async create(ctx: AccountContext, input: RoleInput): Promise<RoleView> {
    const id = newID('rol');
    const role = ctx.em.create(Role, {
      id,
      code: input.code ?? (await this.#freeCode(ctx, input.name)),
      name: input.name,
      description: input.description || null,
      type: input.type ?? 'user',
      isSystem: false,
    });
    await this.#checkName(ctx, role);
    const codes = await this.#setPermissions(ctx, role, input.permissions ?? []);
    await ctx.em.flush();
    this.#changed(ctx);
    audit(ctx, {
      record: { type: 'role', id },
      action: 'created',
      changes: codes.map((code) => ({ field: code, from: false, to: true })),
    });
    return this.#view(ctx, role);
  }

  async update(ctx: AccountContext, roleID: string, { version, permissions, ...patch }: RolePatch): Promise<RoleView> {
    const role = await ctx.em.getForUpdate(Role, roleID);
    if (role.type === 'admin') throw roleProblems.role_immutable();
    await this.requireCovers(ctx, role as Role);
    ctx.em.expectVersion(role, version);
    const before = snapshotOf(role, ['name', 'description']);
    const held = permissions ? await codesOf(ctx, role.id) : [];
    ctx.em.assign(role, {
      ...patch,
      ...(patch.description === '' ? { description: null } : {}),
    });
    renewVersion(ctx, role);
    if (patch.name !== undefined) await this.#checkName(ctx, role as Role);
    const now = permissions ? await this.#setPermissions(ctx, role as Role, permissions) : [];
    await ctx.em.flush();
    this.#changed(ctx);
    audit(ctx, {
      record: { type: 'role', id: role.id },
      action: 'updated',
      changes: [
        ...changesOf(before, snapshotOf(role, ['name', 'description']), ['name', 'description']),
        ...now.filter((code) => !held.includes(code)).map((code) => ({ field: code, from: false, to: true })),
        ...(permissions ? held.filter((code) => !now.includes(code)) : []).map((code) => ({
          field: code,
          from: true,
          to: false,
        })),
      ],
    });
    return this.#view(ctx, role as Role);
  }

  async remove(ctx: AccountContext, roleID: string): Promise<undefined> {
    const role = await ctx.em.getForUpdate(Role, roleID);
    if (role.isSystem) throw roleProblems.system_role();
    await this.requireCovers(ctx, role as Role);
    const members = await ctx.em.find(Member, { accountID: ctx.account.id, role }, { limit: 1 });
    if (members.length)
      throw problems.in_use({
        message: 'People have this role; give them another one first',
        details: { by: ['team users'] },
      });
    for (const permission of await ctx.em.find(RolePermission, { accountID: ctx.account.id, role }))
      ctx.em.remove(permission);
    await ctx.em.flush();
    await this.#leaving.roleDeleted(ctx, roleID);
    ctx.em.remove(role);
    audit(ctx, { record: { type: 'role', id: roleID }, action: 'deleted', note: role.name });
    await ctx.em.flush();
    this.#changed(ctx);
    return undefined;
  }

  /** Groups with the domains that can be granted here; empty groups are left out. */
  groups(ctx: AccountContext): { items: PermissionGroupView[]; count: number } {
    const { createdAt } = ctx.account;
    const domains = grantableDomains(ctx, this.#registry);
    const items = permissionGroups.flatMap((group) => {
      const permissions = domains
        .filter((domain) => domain.group === group)
        .map(({ code, name, description }) => ({ code, name, description, groupID: group }));
      const name = group === 'edi' ? 'EDI' : `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
      return permissions.length
        ? [
            {
              id: group,
              code: group,
              name,
              description: `Rights on ${permissions.map((each) => each.name.toLowerCase()).join(', ')}`,
              permissions,
              createdAt,
              updatedAt: createdAt,
            },
          ]
        : [];
    });
    return { items, count: items.length };
  }

  /**
   * Refuses to assign, withdraw, change or delete a role with more rights than the caller.
   * @throws Problem 403 `cannot_grant`
   */
  async requireCovers(ctx: AccountContext, role: Role): Promise<void> {
    const rights = await rightsOfRole(ctx, role);
    if (rights !== 'all') return requireGrantable(ctx, rights);
    if (ctx.roleType !== 'admin')
      throw roleProblems.cannot_grant({ message: 'Only an administrator can do this to an administrator' });
  }

  /** Writes the given entries and returns all codes of the role afterwards. */
  async #setPermissions(
    ctx: AccountContext,
    role: Role,
    entries: NonNullable<RoleInput['permissions']>,
  ): Promise<PermissionCode[]> {
    const known = new Map(
      (await ctx.em.find(RolePermission, { accountID: ctx.account.id, role: { id: role.id } as Role })).map((row) => [
        row.domain,
        row,
      ]),
    );
    const grantable = new Set(grantableDomains(ctx, this.#registry).map(({ code }) => code));
    const errors: FieldError[] = [];
    const added: PermissionCode[] = [];
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      if (!grantable.has(entry.domain))
        errors.push({ path: `permissions.${index}.domain`, message: 'There is no such permission domain' });
      if (seen.has(entry.domain))
        errors.push({ path: `permissions.${index}.domain`, message: 'Each domain may stand here once' });
      seen.add(entry.domain);
      const row = known.get(entry.domain);
      const flag = (verb: PermissionVerb): boolean => entry[verb] ?? row?.[flagOf[verb]] ?? false;
      added.push(
        ...permissionVerbs
          .filter((verb) => flag(verb) && !row?.[flagOf[verb]])
          .map((verb) => `${entry.domain}:${verb}` as const),
      );
      const flags = {
        canCreate: flag('create'),
        canRead: flag('read'),
        canUpdate: flag('update'),
        canDelete: flag('delete'),
      };
      if (row) ctx.em.assign(row, flags);
      else if (!errors.length)
        known.set(entry.domain, ctx.em.create(RolePermission, { role, domain: entry.domain, ...flags }));
    }
    if (errors.length) throw problems.invalid_input({ errors });
    requireGrantable(ctx, added);
    return [...known.values()].flatMap(codesOfFlags);
  }

  async #checkName(ctx: AccountContext, role: Role): Promise<void> {
    const rows = await ctx.em
      .query<Tables>()
      .selectFrom('core.role')
      .select('id')
      .where('account_id', '=', ctx.account.id)
      .where('name', '=', role.name)
      .where('id', '<>', role.id)
      .execute();
    if (rows.length)
      throw problems.duplicate({
        message: 'Another role has this name',
        errors: [{ path: 'name', message: 'Another role has this name' }],
      });
  }

  async #freeCode(ctx: AccountContext, name: string): Promise<string> {
    const stem =
      name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^[^a-z]+|_$/g, '')
        .slice(0, 30) || 'role';
    return (await ctx.em.findOne(Role, { accountID: ctx.account.id, code: stem }))
      ? `${stem}_${newID('rol').slice(-6)}`
      : stem;
  }

  #changed(ctx: AccountContext): void {
    touched(ctx, listRoles);
    ctx.afterCommit(() => forgetAccess(ctx.account.id));
  }

  async #view(ctx: AccountContext, role: Role): Promise<RoleView> {
    const rows = new Map(
      (await ctx.em.find(RolePermission, { accountID: ctx.account.id, role: { id: role.id } as Role })).map((row) => [
        row.domain,
        row,
      ]),
    );
    const isAdmin = role.type === 'admin';
    return {
      id: role.id,
      code: role.code,
      name: role.name,
      description: role.description ?? null,
      type: role.type,
      isSystem: role.isSystem,
      permissions: grantableDomains(ctx, this.#registry).map(({ code, group }) => {
        const row = rows.get(code);
        return {
          domain: code,
          create: isAdmin || (row?.canCreate ?? false),
          read: isAdmin || (row?.canRead ?? false),
          update: isAdmin || (row?.canUpdate ?? false),
          delete: isAdmin || (row?.canDelete ?? false),
          group,
        };
      }),
      version: role.version,
      createdAt: role.createdAt.toISOString(),
      updatedAt: role.updatedAt.toISOString(),
    };
  }
}

async function codesOf(ctx: AccountContext, roleID: string): Promise<PermissionCode[]> {
  const rows = await ctx.em.find(RolePermission, { accountID: ctx.account.id, role: { id: roleID } as Role });
  return rows.flatMap(codesOfFlags);
}

/** All rights of a stored role; 'all' for the administrator. */
export const rightsOfRole = async (ctx: AccountContext, role: Role): Promise<PermissionCode[] | 'all'> =>
  role.type === 'admin' ? 'all' : codesOf(ctx, role.id);
