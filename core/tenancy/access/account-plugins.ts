import { sql } from 'kysely';
import type { Logger } from 'pino';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionDomain } from '../../contracts/plugins/permission.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { seedNumbering } from '../../numbering/numbering.ts';
import { defaultGrant } from '../../permissions/default-grants.ts';
import { grantableDomains } from '../../permissions/grants.ts';
import { Role } from '../../permissions/role.entity.ts';
import { AccountPlugin } from '../accounts/account.entity.ts';
import { notePluginEnabled, runInAccount } from '../accounts/account-transaction.ts';
import { accountsToSetUp, setUpOf } from '../accounts/set-up.ts';
import type { Tenancy } from '../tenancy.ts';
import { forgetAccess } from './access.ts';
import { isFor, namedAccount } from './audience.ts';
import { type AccountRights, giveNewRights, type NewRights, tellNewRights } from './new-rights.ts';

/** An enabled plugin with the account's settings. */
export interface EnabledPlugin {
  id: string;
  settings: Record<string, unknown>;
}

/** The account's enabled plugins with their stored settings, sorted by id. */
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
 * Enables or disables a plugin for the account, or changes its settings; missing settings stay as they are. The caller
 * has already checked whether it may be disabled (see `disablePlugin`) and whether the settings are valid.
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

/** Enabled plugins, locked until the transaction ends, so that concurrent changes run one after the other. */
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
 * Disables a plugin for the account. Its data and rights stay; its routes, events, jobs, rights, screens and commands
 * are inactive until it is enabled again.
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
 * Enables a plugin and creates the records it needs. The first time the system roles get the default rights of its
 * permission domains. Its number series begin, then its `onEnable` runs. May be repeated.
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
  // Rights of the plugin from versions during which it was disabled.
  else await noteSetUp(ctx, null);
  await seedNumbering(ctx, plugin.definition.numbering ?? []);
  await tenancy.onPluginEnabled(ctx, pluginID);
}

/**
 * Stores the audience name of accounts whose slug is such a name that no account has yet; of all accounts, or of one.
 * From then on the name means this account, whatever its slug becomes and whoever takes the slug later.
 */
export async function claimAudienceNames(tenancy: Tenancy, accountID?: string): Promise<void> {
  const names = [...new Set(tenancy.registry.plugins.flatMap(({ audience }) => audience ?? []))];
  if (!names.length) return;
  const claimed = await tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const { rows } = await sql<{ id: string }>`update core.account
      set audience_names = audience_names || slug, set_up_with = null
      where ${accountID === undefined ? sql`true` : sql`id = ${accountID}`} and slug = any(${names}::text[])
        and not exists (select from core.account other where account.slug = any(other.audience_names))
      returning id`.execute(em.getKysely());
    return rows;
  });
  for (const { id } of claimed) forgetAccess(id);
}

/** Accounts that are set up side by side: each needs a connection. */
const width = 4;

/**
 * Runs `enableMissingPlugins` in the accounts that lack something of the current set-up; a few statements find them.
 * The log says which roles got which rights.
 */
export async function enableMissingPluginsEverywhere(tenancy: Tenancy, log: Logger): Promise<void> {
  await claimAudienceNames(tenancy);
  const found = await accountsToSetUp(tenancy);
  const complete = found.filter(({ lacks }) => !lacks).map(({ id }) => id);
  if (complete.length)
    await tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
      await sql`update core.account set set_up_with = ${setUpOf(tenancy.registry).digest}
        where id = any(${complete}::text[])`.execute(em.getKysely());
    });
  const told = new Map<string, AccountRights>();
  const waiting = found.filter(({ lacks }) => lacks);
  const next = async (): Promise<void> => {
    for (let account = waiting.shift(); account; account = waiting.shift()) {
      const { id } = account;
      await enableMissingIn(tenancy, id, (slug, rights) => told.set(id, { slug, rights }));
    }
  };
  await Promise.all(Array.from({ length: width }, next));
  tellNewRights(
    found.flatMap(({ id }) => told.get(id) ?? []),
    log,
  );
}

/**
 * Enables every installed plugin that the account has never had, in dependency order and in one transaction: for a new
 * account, for newly installed plugins, and to complete an interrupted run. Also begins new number series of existing
 * plugins. Default rights of new domains are given to the roles that come with an account and reported to `onRights`.
 * @returns ids of the plugins that were enabled.
 */
export async function enableMissingPlugins(
  tenancy: Tenancy,
  accountID: string,
  onRights: (slug: string, rights: readonly NewRights[]) => void = () => {},
): Promise<string[]> {
  await claimAudienceNames(tenancy, accountID);
  return enableMissingIn(tenancy, accountID, onRights);
}

async function enableMissingIn(
  tenancy: Tenancy,
  accountID: string,
  onRights: (slug: string, rights: readonly NewRights[]) => void,
): Promise<string[]> {
  return runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    const known = await ctx.em.find(AccountPlugin, { accountID });
    const account = await namedAccount(ctx);
    const missing = tenancy.registry.plugins
      .filter((plugin) => plugin.definition.id !== 'core' && isFor(plugin, account))
      .map(({ definition }) => definition.id)
      .filter((id) => !known.some(({ pluginID }) => pluginID === id));
    const enabled: string[] = [];
    for (const id of missing) {
      // A plugin whose required plugin is disabled waits until that one is enabled again.
      if (!tenancy.registry.requirementsOf(id).every((needed) => ctx.isEnabled(needed))) continue;
      await enablePlugin(tenancy, ctx, id);
      enabled.push(id);
    }
    // New series of plugins that the account already had.
    await seedNumbering(
      ctx,
      tenancy.registry.plugins
        .filter(({ definition }) => definition.id !== 'core' && ctx.isEnabled(definition.id))
        .flatMap(({ definition }) => [...(definition.numbering ?? [])]),
    );
    const rights = await giveNewRights(ctx, grantableDomains(ctx, tenancy.registry));
    if (rights.length) ctx.afterCommit(() => onRights(ctx.account.slug, rights));
    // A plugin that waits for another one has to be looked for again.
    if (enabled.length === missing.length) await noteSetUp(ctx, setUpOf(tenancy.registry).digest);
    return enabled;
  });
}

/** Stores which set-up the account has; null if its parts have to be compared again at the next start. */
async function noteSetUp(ctx: AccountContext, digest: string | null): Promise<void> {
  await sql`update core.account set set_up_with = ${digest} where id = ${ctx.account.id}`.execute(ctx.em.query());
}

/** Gives the system roles the default rights of these domains; stored rights stay as they are. */
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
