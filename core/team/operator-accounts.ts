import { problems } from '../contracts/problem.ts';
import type { TableRow } from '../database/table-row.ts';
import type { Actor } from '../kernel/context.ts';
import { Role } from '../permissions/role.entity.ts';
import { listAccountIDs } from '../tenancy/access.ts';
import { Account } from '../tenancy/account.entity.ts';
import { claimAudienceNames, disablePlugin, enablePlugin, readEnabledPlugins } from '../tenancy/account-plugins.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { isFor, namedAccount } from '../tenancy/audience.ts';
import { Member } from '../tenancy/member.entity.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { TeamService } from './team.ts';

/*
 * What the operator of an installation does to accounts from the command line; audited as the command line.
 */

const actor: Actor = { type: 'system', id: '', name: 'Command line' };
/** Who changes an account from the command line. */
export const commandLine = { type: 'system', actor } as const;

/** An account as the operator sees it: no records of its own. */
export interface AccountOverview {
  id: string;
  slug: string;
  name: string;
  plan: string;
  /** Ids of the enabled plugins, without the kernel. */
  plugins: string[];
  members: number;
  /** Since when nobody works in it; null for an open one. */
  closedAt: string | null;
  /** Names under which audiences of platform.config.ts know it. */
  audienceNames: readonly string[];
}

/** A plugin of the installation as one account has it. */
export interface AccountPluginState {
  id: string;
  title: string;
  isEnabled: boolean;
  /** False where the plugin's audience leaves the account out. */
  isAvailable: boolean;
  /** Ids of the plugins that it requires. */
  requires: string[];
}

const overview = (tenancy: Tenancy, accountID: string): Promise<AccountOverview> =>
  runInAccount(tenancy, { accountID, identity: commandLine, readOnly: true }, async (ctx) => {
    const enabled = await readEnabledPlugins(ctx);
    const { members } = await ctx.em
      .query<{ 'core.member': TableRow<typeof Member> }>()
      .selectFrom('core.member')
      .select((expressions) => expressions.fn.countAll<string>().as('members'))
      .where('account_id', '=', accountID)
      .where('status', '=', 'active')
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    const stored = (await ctx.em.findOne(Account, { id: accountID })) as Account | null;
    const { audienceNames } = await namedAccount(ctx);
    const { id, slug, name, plan } = ctx.account;
    return {
      ...{ id, slug, name, plan, plugins: enabled.map((plugin) => plugin.id), members: Number(members) },
      audienceNames,
      closedAt: stored?.closedAt?.toISOString() ?? null,
    };
  });

/** All accounts, oldest first. */
export async function listAccounts(tenancy: Tenancy): Promise<AccountOverview[]> {
  const accounts: AccountOverview[] = [];
  for (const id of await listAccountIDs(tenancy)) accounts.push(await overview(tenancy, id));
  return accounts;
}

/** The account of a slug or an id. @throws Problem 404 `not_found` */
export async function findAccount(tenancy: Tenancy, slugOrID: string): Promise<AccountOverview> {
  const account = (await listAccounts(tenancy)).find(({ id, slug }) => slug === slugOrID || id === slugOrID);
  if (!account) throw problems.not_found({ message: `There is no account "${slugOrID}"` });
  return account;
}

/** Installed plugins with their state in one account, in dependency order. */
export function pluginStates(tenancy: Tenancy, account: AccountOverview): AccountPluginState[] {
  return tenancy.registry.plugins
    .filter(({ definition }) => definition.id !== 'core')
    .map((plugin) => ({
      id: plugin.definition.id,
      title: plugin.definition.title,
      isEnabled: account.plugins.includes(plugin.definition.id),
      isAvailable: isFor(plugin, account),
      requires: tenancy.registry.requirementsOf(plugin.definition.id).filter((id) => id !== 'core'),
    }));
}

/** Why a dry run did not go through to the end: its transaction is rolled back with it. */
class RolledBack extends Error {}

/**
 * Switches a plugin on or off for an account by the rules of the kernel; a dry run does all of it and rolls back.
 * @throws Problem 404, 409 as `enablePlugin` and `disablePlugin`
 */
export async function switchPlugin(
  tenancy: Tenancy,
  accountID: string,
  pluginID: string,
  enabled: boolean,
  isDryRun = false,
): Promise<void> {
  // Its audience may be new since the last start.
  await claimAudienceNames(tenancy, accountID);
  try {
    await runInAccount(tenancy, { accountID, identity: commandLine }, async (ctx) => {
      if (enabled) await enablePlugin(tenancy, ctx, pluginID);
      else await disablePlugin(tenancy, ctx, pluginID);
      if (isDryRun) throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/**
 * Invites a person to an account's own team with a role named by type, name or id; a dry run checks and rolls back.
 * Who was invited and has not answered is invited anew: the link of before is void.
 * @returns the name of the role, and the link of the mail for installations without a mail server
 * @throws Problem 404 for an unknown role, 409 `duplicate` for somebody who is on the team
 */
export async function inviteMember(
  tenancy: Tenancy,
  accountID: string,
  input: { email: string; name: string; role: string },
  isDryRun = false,
): Promise<{ role: string; link: string | undefined }> {
  const team = new TeamService(tenancy.registry);
  let invited: { role: string; link: string | undefined } = { role: '', link: undefined };
  try {
    await runInAccount(tenancy, { accountID, identity: commandLine }, async (ctx) => {
      const roles = (await ctx.em.find(Role, { accountID })) as Role[];
      const role = roles.find((each) => [each.id, each.type, each.name].includes(input.role));
      if (!role)
        throw problems.not_found({
          message: `There is no role "${input.role}"; there are ${roles.map(({ name }) => `"${name}"`).join(', ')}`,
        });
      const { email, name } = input;
      const waiting = await ctx.em.findOne(Member, {
        accountID,
        email,
        customer: null,
        status: { $in: ['invited', 'unclaimed'] },
      });
      if (waiting && waiting.role.id !== role.id) await team.update(ctx, accountID, waiting.id, { roleID: role.id });
      const { link } = waiting
        ? await team.resend(ctx, accountID, waiting.id)
        : await team.invite(ctx, accountID, { email, name, roleID: role.id });
      invited = { role: role.name, link };
      if (isDryRun) throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return invited;
}
