import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { invitationProblems } from '../../contracts/accounts/invitation.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { awayProblem } from '../../tenancy/access/access.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { createAccount, type NewAccount } from '../../tenancy/accounts/create-account.ts';
import { requireWithinPlan } from '../../tenancy/accounts/plans.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { holdPerson, notePersonEvent } from '../people/person.ts';
import { mailJoined } from '../people/person-mails.ts';
import { endAndForget } from '../sessions/end-sessions.ts';

/** The parts of a request, or of the command line, that joining needs. */
type JoiningContext = Pick<PersonContext, 'requestID' | 'client' | 'clock' | 'baseURL' | 'afterCommit'>;

/** A person who joins an account. */
export interface Joining {
  userID: string;
  accountID: string;
  /** Id of the membership: the invited one, or a new one. */
  memberID: string;
  /** Role of a person without an invitation. Without a role only an invitation is accepted. */
  roleID?: string;
  /** The person's name in the account; defaults to their own. */
  name?: string;
  image?: string | null;
  /**
   * True if the account's own provider identifies the person. Then they may join without a password of their own, and
   * sign in only there.
   */
  isThroughProvider?: boolean;
  /** True if the person has just created the account, so that no mail is needed. */
  isOwnAccount?: boolean;
}

/**
 * Joins a person to an account; all ways of joining call it. The person is locked and must have a password that nobody
 * else knows (unless the account's provider identifies them). Sessions through providers of other accounts end, and the
 * person is notified by mail. Only the first account becomes the current one. Returns false if the invitation no longer
 * exists.
 * @throws Problem 409 `own_password_needed`, `already_member`, 402 `plan_required` for a person without invitation
 * beyond the plan's limit
 */
export async function joinAccount(ctx: JoiningContext, em: EntityManager, joining: Joining): Promise<boolean> {
  const { accountID, memberID, roleID } = joining;
  const person = await holdPerson(em, joining.userID);
  if (person.isPasswordOfTeam && !joining.isThroughProvider) throw invitationProblems.own_password_needed();
  const query = em.getKysely();
  await requireHere(em, accountID);
  const { rows } = await sql`select from core.member
    where account_id = ${accountID} and user_id = ${person.id}`.execute(query);
  if (rows.length) throw invitationProblems.already_member();
  if (roleID !== undefined && !joining.isOwnAccount)
    await requireWithinPlan(query, { accountID, kind: 'teamUsers', email: person.email });
  const now = ctx.clock.now();
  const image = joining.image ?? person.image ?? null;
  const change = sql`user_id = ${person.id}, status = ${memberIs.to('active')}, joined_at = ${now},
    invitation_hash = null,
    image = coalesce(member.image, ${image}), updated_at = ${now}, version = member.version + 1`;
  const { numAffectedRows } = await (roleID === undefined
    ? sql`update core.member member set ${change}
        where account_id = ${accountID} and id = ${memberID} and ${memberIs.invited('status')} and user_id is null`
    : sql`insert into core.member as member (account_id, id, user_id, name, email, image, role_id, status, joined_at,
          created_at, updated_at, version)
        values (${accountID}, ${memberID}, ${person.id}, ${joining.name ?? person.name}, ${person.email}, ${image},
          ${roleID}, 'active', ${now}, ${now}, ${now}, 1)
        on conflict (account_id, email) do update set ${change}
        where ${memberIs.waiting('member.status')} and member.user_id is null`
  ).execute(query);
  if (!numAffectedRows) return false;
  await endAndForget(ctx, em, 'joined_elsewhere', { userID: person.id, throughOthersThan: accountID });
  person.currentAccountID ??= accountID;
  notePersonEvent(ctx, em, person.id, 'joined_account');
  if (!joining.isOwnAccount) await mailJoined({ ...ctx, em }, person, await nameOf(em, accountID));
  await em.flush();
  return true;
}

/** @throws Problem 503 `account_moving`, 421 `account_moved` */
async function requireHere(em: EntityManager, accountID: string): Promise<void> {
  const { rows } = await sql<{ address: string | null }>`select moved_to as address from core.account
    where id = ${accountID} and (moving_since is not null or moved_to is not null)`.execute(em.getKysely());
  if (rows[0]) throw awayProblem(rows[0].address);
}

async function nameOf(em: EntityManager, accountID: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from core.account where id = ${accountID}`.execute(
    em.getKysely(),
  );
  return rows[0]?.name ?? '';
}

/** The first member of a new account. */
export interface NewAccountAdmin {
  userID: string;
  name: string;
  email: string;
  image?: string | null;
}

/** Work in the transaction that creates an account, before and after its administrator joins. */
export interface AroundJoining {
  /** The request; defaults to the command line. */
  ctx?: JoiningContext;
  before?: (em: EntityManager) => Promise<unknown>;
  after?: (em: EntityManager, account: { id: string; slug: string }) => Promise<void> | void;
}

/**
 * Creates an account with this person as administrator; see `createAccount`. The account's mail is held back until
 * their email is verified.
 */
export async function createAccountWithAdmin(
  tenancy: Tenancy,
  input: NewAccount,
  admin: NewAccountAdmin,
  { ctx, before, after }: AroundJoining = {},
): Promise<{ id: string; slug: string; memberID: string }> {
  const memberID = newID('mem');
  const afterwards: (() => void | Promise<void>)[] = [];
  const joiningContext: JoiningContext = ctx ?? {
    requestID: newID('req'),
    client: { ip: '', userAgent: 'millwright (command line)' },
    clock: tenancy.clock,
    baseURL: tenancy.baseURL,
    afterCommit: (work) => void afterwards.push(work),
  };
  const account = await createAccount(tenancy, { email: admin.email, ...input }, async (em, created) => {
    await before?.(em);
    const joining = { ...admin, accountID: created.id, memberID, roleID: created.adminRoleID, isOwnAccount: true };
    await joinAccount(joiningContext, em, joining);
    await after?.(em, created);
    await sql`update core.account account set is_mail_held = not person.email_verified from core."user" person
      where account.id = ${created.id} and person.id = ${admin.userID}`.execute(em.getKysely());
  });
  for (const work of afterwards) await work();
  return { ...account, memberID };
}
