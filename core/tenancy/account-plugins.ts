import { sql } from 'kysely';
import { newID } from '../contracts/id.ts';
import type { PermissionDomain } from '../contracts/permission.ts';
import { problems } from '../contracts/problem.ts';
import type { TableRow } from '../database/table-row.ts';
import type { AccountContext } from '../kernel/context.ts';
import { seedNumbering } from '../numbering/numbering.ts';
import { defaultGrant } from '../permissions/default-grants.ts';
import { Role } from '../permissions/role.entity.ts';
import { forgetAccess } from './access.ts';
import { AccountPlugin } from './account.entity.ts';
import { notePluginEnabled, runInAccount } from './account-transaction.ts';
import { isFor, namedAccount } from './audience.ts';
import type { Tenancy } from './tenancy.ts';

/** A plugin as this account has it. */
export interface EnabledPlugin {
  id: string;
  settings: Record<string, unknown>;
}

/** Plugins that are switched on for the account, with their settings as stored; ordered by id. */
export async function readEnabledPlugins(ctx: AccountContext): Promise<EnabledPlugin[]> {
  const rows = await ctx.em
    .query<{ 'core.account_plugin': TableRow<typeof AccountPlugin> }>()
    .selectFrom('core.account_plugin')
    .select(['plugin_id', 'settings'])
    .where('account_id', '=', ctx.account.id)
    .where('is_enabled', '=', true)
    .orderBy('plugin_id')
    .execute();
  return rows.map(({ plugin_id: id, settings }) => ({ id, settings: settings as Record<string, unknown> }));
}

/**
 * Switches a plugin on or off for the account, or changes its settings; settings that are not given stay. Who may be
 * switched off (`disablePlugin` checks it) and what settings are valid, the caller has checked.
 * @returns whether the account has had the plugin before.
 */
export async function setPluginEnabled(
  ctx: AccountContext,
  pluginID: string,
  enabled: boolean,
  settings?: Record<string, unknown>,
): Promise<{ wasKnown: boolean }> {
  const known = await ctx.em.findOne(AccountPlugin, { accountID: ctx.account.id, pluginID });
  if (known) ctx.em.assign(known, { isEnabled: enabled, settings: settings ?? known.settings });
  else ctx.em.create(AccountPlugin, { id: newID('acp'), pluginID, isEnabled: enabled, settings: settings ?? {} });
  await ctx.em.flush();
  notePluginEnabled(ctx, pluginID, enabled);
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
  return { wasKnown: known !== null };
}

/** Plugins that are switched on, read and locked until the transaction ends: two switches never pass each other. */
async function lockPlugins(ctx: AccountContext): Promise<Set<string>> {
  const rows = await ctx.em
    .query<{ 'core.account_plugin': TableRow<typeof AccountPlugin> }>()
    .selectFrom('core.account_plugin')
    .select(['plugin_id', 'is_enabled'])
    .where('account_id', '=', ctx.account.id)
    .orderBy('plugin_id')
    .forUpdate()
    .execute();
  return new Set(['core', ...rows.filter((row) => row.is_enabled).map((row) => row.plugin_id)]);
}

const listed = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(', ');

/**
 * Switches a plugin off for the account: its data and rights stay, its routes, events, jobs, rights, screens and
 * commands are gone until it is enabled again.
 * @throws Problem 404 for a plugin the account does not have, 409 `in_use` naming the enabled plugins that require it
 */
export async function disablePlugin(tenancy: Tenancy, ctx: AccountContext, pluginID: string): Promise<void> {
  const enabled = await lockPlugins(ctx);
  if (pluginID === 'core') throw problems.conflict({ message: 'The kernel cannot be disabled' });
  if (!enabled.has(pluginID)) throw problems.not_found({ message: `The plugin "${pluginID}" is not enabled` });
  const by = tenancy.registry.dependentsOf(pluginID).filter((id) => enabled.has(id));
  if (by.length)
    throw problems.in_use({
      message: `The plugin "${pluginID}" is needed by ${listed(by)}: disable that first`,
      details: { by },
    });
  await setPluginEnabled(ctx, pluginID, false);
}

/**
 * Switches a plugin on and seeds what it needs: on the first time the system roles get the default rights of its
 * permission domains; its number series begin, then its `onEnable` runs. May be repeated.
 * @throws Problem 404 for a plugin that is not for this account, 409 `conflict` naming required plugins that are not
 * enabled
 */
export async function enablePlugin(
  tenancy: Tenancy,
  ctx: AccountContext,
  pluginID: string,
  settings?: Record<string, unknown>,
): Promise<void> {
  const plugin = tenancy.registry.plugins.find(({ definition }) => definition.id === pluginID);
  if (!plugin || !isFor(plugin, await namedAccount(ctx)))
    throw problems.not_found({ message: `There is no plugin "${pluginID}"` });
  const enabled = await lockPlugins(ctx);
  const missing = tenancy.registry.requirementsOf(pluginID).filter((id) => !enabled.has(id));
  if (missing.length)
    throw problems.conflict({
      message: `The plugin "${pluginID}" needs ${listed(missing)}: enable that first`,
      details: { missing },
    });
  const { wasKnown } = await setPluginEnabled(ctx, pluginID, true, settings);
  if (!wasKnown) await grantDefaults(ctx, plugin.definition.permissions ?? []);
  await seedNumbering(ctx, plugin.definition.numbering ?? []);
  await tenancy.onPluginEnabled(ctx, pluginID);
}

/**
 * Gives the account the name that an audience calls it by, where that is its slug and nobody has the name yet. From
 * then on the name means this account, whatever its slug becomes and whoever takes the slug later.
 */
export async function claimAudienceNames(tenancy: Tenancy, accountID: string): Promise<void> {
  const names = [...new Set(tenancy.registry.plugins.flatMap(({ audience }) => audience ?? []))];
  if (!names.length) return;
  const claimed = await tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const { numAffectedRows } = await sql`update core.account set audience_names = audience_names || slug
      where id = ${accountID} and slug = any(${names}::text[])
        and not exists (select from core.account other where account.slug = any(other.audience_names))`.execute(
      em.getKysely(),
    );
    return numAffectedRows;
  });
  if (claimed) forgetAccess(accountID);
}

/**
 * Enables every installed plugin that the account has never had, in dependency order, in one transaction: for a new
 * account, for plugins installed since, and to finish what a crash cut short. Begins the number series that plugins
 * have got since.
 * @returns ids of the plugins that were enabled.
 */
export async function enableMissingPlugins(tenancy: Tenancy, accountID: string): Promise<string[]> {
  await claimAudienceNames(tenancy, accountID);
  return runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    const known = await ctx.em.find(AccountPlugin, { accountID });
    const account = await namedAccount(ctx);
    const missing = tenancy.registry.plugins
      .filter((plugin) => plugin.definition.id !== 'core' && isFor(plugin, account))
      .map(({ definition }) => definition.id)
      .filter((id) => !known.some(({ pluginID }) => pluginID === id));
    const enabled: string[] = [];
    for (const id of missing) {
      // What stands on a plugin that somebody switched off waits until that is on again.
      if (!tenancy.registry.requirementsOf(id).every((needed) => ctx.isEnabled(needed))) continue;
      await enablePlugin(tenancy, ctx, id);
      enabled.push(id);
    }
    // Series that a plugin has got since the account has it.
    await seedNumbering(
      ctx,
      tenancy.registry.plugins
        .filter(({ definition }) => definition.id !== 'core' && ctx.isEnabled(definition.id))
        .flatMap(({ definition }) => [...(definition.numbering ?? [])]),
    );
    return enabled;
  });
}

/** Gives the system roles the default rights of these domains; rights that somebody set already stay as they are. */
export async function grantDefaults(ctx: AccountContext, domains: readonly PermissionDomain[]): Promise<void> {
  const roles = await ctx.em.find(Role, { accountID: ctx.account.id, isSystem: true });
  const rows = roles.flatMap((role) =>
    domains.flatMap((domain) => {
      const grant = defaultGrant(domain, role.type);
      return grant
        ? [
            {
              account_id: ctx.account.id,
              role_id: role.id,
              domain: domain.code,
              can_create: grant.canCreate,
              can_read: grant.canRead,
              can_update: grant.canUpdate,
              can_delete: grant.canDelete,
            },
          ]
        : [];
    }),
  );
  if (!rows.length) return;
  await ctx.em
    .query()
    .insertInto('core.role_permission')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
}
