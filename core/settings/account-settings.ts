import type { z } from 'zod';
import { audit, changesOf } from '../audit/audit.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { newID } from '../contracts/texts/id.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { slot } from '../kernel/calls/call-slots.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { AccountPlugin } from '../tenancy/accounts/account.entity.ts';

/** Settings already read in this call, by plugin. */
const known = slot(() => new Map<string, Promise<AccountPlugin | null>>());

/** Reads a plugin's settings once per call. */
function remembered(ctx: AccountContext, pluginID: string): Promise<AccountPlugin | null> {
  const rows = ctx.slots.of(known);
  const row = rows.get(pluginID) ?? stored(ctx, pluginID);
  rows.set(pluginID, row);
  return row;
}

const stored = async (ctx: AccountContext, pluginID: string): Promise<AccountPlugin | null> =>
  ctx.em.findOne(AccountPlugin, { accountID: ctx.account.id, pluginID });

/** The stored settings that a schema names, because each area of a plugin has its own schema. */
const ownOf = (settings: Record<string, unknown>, schema: z.ZodObject): [string, unknown][] =>
  Object.entries(settings).filter(([name]) => name in schema.shape);

/**
 * A plugin's settings in this account, with the schema's defaults for missing ones. A value from an earlier version
 * that the schema no longer accepts counts as missing.
 */
export async function accountSettings<Schema extends z.ZodObject>(
  ctx: AccountContext,
  pluginID: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const storedSettings = ownOf((await remembered(ctx, pluginID))?.settings ?? {}, schema);
  const parsed = schema.safeParse(Object.fromEntries(storedSettings));
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return schema.parse(Object.fromEntries(storedSettings.filter(([name]) => !wrong.has(name))));
}

/** A stored setting of a plugin as text, as an SQL expression; null if it is not set. */
export const accountSetting = (ctx: AccountContext, pluginID: string, name: string) =>
  sql<string | null>`(select plugin.settings ->> ${sql.lit(name)} from core.account_plugin plugin
    where plugin.account_id = ${ctx.account.id} and plugin.plugin_id = ${sql.lit(pluginID)})`;

/**
 * Changes some settings of a plugin in this account; others stay. Returns all of them.
 * @throws Problem 400 `invalid_input` with one entry per wrong setting
 */
export async function updateAccountSettings<Schema extends z.ZodObject>(
  ctx: AccountContext,
  pluginID: string,
  schema: Schema,
  changes: Partial<z.input<Schema>>,
): Promise<z.output<Schema>> {
  ctx.slots.of(known).delete(pluginID);
  const before = (await accountSettings(ctx, pluginID, schema)) as Record<string, unknown>;
  const parsed = schema.safeParse({ ...before, ...(changes as Record<string, unknown>) });
  if (!parsed.success)
    throw problems.invalid_input({
      errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  const after = parsed.data as Record<string, unknown>;
  const changed = changesOf(before, after, Object.keys(after));
  if (!changed.length) return parsed.data;
  let row = await stored(ctx, pluginID);
  if (row) ctx.em.assign(row, { settings: { ...row.settings, ...after } });
  else
    row = ctx.em.create(AccountPlugin, {
      id: newID('acp'),
      pluginID,
      isEnabled: ctx.isEnabled(pluginID),
      settings: after,
    });
  await ctx.em.flush();
  ctx.slots.of(known).delete(pluginID);
  audit(ctx, { record: { type: 'plugin_settings', id: row.id }, action: 'updated', changes: changed });
  return parsed.data;
}
