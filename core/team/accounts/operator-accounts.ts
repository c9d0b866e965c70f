import { sql } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { Actor } from '../../kernel/context/context.ts';
import { Role } from '../../permissions/role.entity.ts';
import { listAccountIDs } from '../../tenancy/access/access.ts';
import {
  claimAudienceNames,
  disablePlugin,
  enablePlugin,
  readEnabledPlugins,
} from '../../tenancy/access/account-plugins.ts';
import { isFor, namedAccount } from '../../tenancy/access/audience.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { TeamService } from '../team.ts';
import type { TeamLeaving } from '../team-leaving.ts';

/* The operator's actions on accounts from the command line. The audit trail names the command line as actor. */

const actor: Actor = { type: 'system', id: '', name: 'Command line' };
/** The identity of the command line. */
export const commandLine = { type: 'system', actor } as const;
/** The same identity for accounts that may be moving, or have moved. */
export const commandLineOutside = { ...commandLine, seesAway: true } as const;

/** An account as the operator sees it, without its records. */
export interface AccountOverview {
  id: string;
  slug: string;
  name: string;
  plan: string;
  /** Ids of the enabled plugins, without the kernel. */
  plugins: string[];
  members: number;
  /** Time of closing; null for an open account. */
  closedAt: string | null;
  /** Start of a move to another installation, or from one. */
  movingSince: string | null;
  /** Address of the installation where the account is now. */
  movedTo: string | null;
  /** Names in audiences of platform.config.ts that mean this account. */
  audienceNames: readonly string[];
}

/** State of an installed plugin in one account. */
export interface AccountPluginState {
  id: string;
  title: string;
  isEnabled: boolean;
  /** False if the plugin's audience does not include the account. */
  isAvailable: boolean;
  /** Ids of the required plugins. */
  requires: string[];
}

const overview = (tenancy: Tenancy, accountID: string): Promise<AccountOverview> =>
  runInAccount(tenancy, { accountID, identity: commandLineOutside, readOnly: true }, async (ctx) => {
    const enabled = await readEnabledPlugins(ctx);
    const { members } = await ctx.em
      .query<{ 'core.member': TableRow<typeof Member> }>()
      .selectFrom('core.member')
      .select((expressions) => expressions.fn.countAll<string>().as('members'))
      .where('account_id', '=', accountID)
      .where(memberIs.active('status'))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    const stored = (await ctx.em.findOne(Account, { id: accountID })) as Account | null;
    const { audienceNames } = await namedAccount(ctx);
    const { id, slug, name, plan } = ctx.account;
    return {
      id,
      slug,
      name,
      plan,
      plugins: enabled.map((plugin) => plugin.id),
      members: Number(members),
      audienceNames,
      closedAt: stored?.closedAt?.toISOString() ?? null,
      movingSince: stored?.movingSince?.toISOString() ?? null,
      movedTo: stored?.movedTo ?? null,
    };
  });

/** All accounts, oldest first. */
export async function listAccounts(tenancy: Tenancy): Promise<AccountOverview[]> {
  const accounts: AccountOverview[] = [];
  for (const id of await listAccountIDs(tenancy)) accounts.push(await overview(tenancy, id));
  return accounts;
}

/** The account with a slug or an id. @throws Problem 404 `not_found` */
export async function findAccount(tenancy: Tenancy, slugOrID: string): Promise<AccountOverview> {
  const found = await tenancy.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const { rows } = await sql<{ id: string }>`select id from core.account
      where slug = ${slugOrID} or id = ${slugOrID} order by slug <> ${slugOrID} limit 1`.execute(em.getKysely());
    return rows[0]?.id;
  });
  if (found === undefined) throw problems.not_found({ message: `There is no account "${slugOrID}"` });
  return overview(tenancy, found);
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

/** Thrown at the end of a dry run to roll back its transaction. */
class RolledBack extends Error {}

/**
 * Enables or disables a plugin for an account by the rules of the kernel. A dry run does everything and rolls back.
 * @throws Problem 404, 409 like `enablePlugin` and `disablePlugin`
 */
export async function switchPlugin(
  tenancy: Tenancy,
  accountID: string,
  pluginID: string,
  enabled: boolean,
  isDryRun = false,
): Promise<void> {
  // Its audience may have changed since the last start.
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
 * Invites a person to an account's team with a role given by type, name or id. A dry run checks and rolls back. An open
 * invitation is replaced, and its link becomes invalid.
 * @returns the name of the role, and the mailed link for installations without a mail server
 * @throws Problem 404 for an unknown role, 409 `duplicate` for a member of the team
 */
export async function inviteMember(
  { tenancy, leaving }: { tenancy: Tenancy; leaving: TeamLeaving },
  accountID: string,
  input: { email: string; name: string; role: string },
  isDryRun = false,
): Promise<{ role: string; link: string | undefined }> {
  const team = new TeamService(tenancy.registry, leaving);
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
