import { type RawBuilder, sql } from 'kysely';
import {
  type Invitation,
  invitationProblems,
  type joinedAccount,
  type RegistrationMode,
  type readInvitation,
} from '../../contracts/accounts/invitation.contract.ts';
import type { EndpointReply } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import { newID } from '../../contracts/texts/id.ts';
import { requireGoodPassword } from '../../credentials/password-rules.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { asDate } from '../../database/rows/as-date.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { limitRules, spendOfNetwork } from '../../limits/limiter.ts';
import { Role } from '../../permissions/role.entity.ts';
import { invitationDays } from '../../team/invitations/invitation-mail.ts';
import { noteAnswer } from '../../team/team.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { holdPerson } from '../people/person.ts';
import { hasSignIn, personOfAddress, proveAddress } from '../people/prove-address.ts';
import type { User } from '../people/user.entity.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { joinAccount } from './join.ts';

type Joined = (typeof joinedAccount)['_zod']['output'];

/** An invited membership with its account, as the auth role sees it. */
interface Waiting {
  id: string;
  email: string;
  name: string;
  inviterName: string;
  roleID: string;
  invitedAt: Date | string;
  accountID: string;
  accountName: string;
}

/** Largest number shown at once; further invitations follow when these are answered. */
const mostShown = 50;

/** Conditions that select invitations by token or by the person's email. */
const byToken = (token: string) => sql`member.invitation_hash = ${hashToken(token)}`;
/** Invitations of accounts that have moved wait at the new address. */
const byPerson = ({ email }: User) =>
  sql`member.email = ${email} and account.moved_to is null and account.moving_since is null`;

async function waitingFor(ctx: PersonContext, which: RawBuilder<unknown>): Promise<Waiting[]> {
  const oldest = daysLater(ctx.clock.now(), -invitationDays);
  const { rows } = await sql<Waiting>`select member.id, member.email, member.name, member.role_id as "roleID",
      coalesce(member.invited_by_name, account.name) as "inviterName", member.invited_at as "invitedAt",
      account.id as "accountID", account.name as "accountName"
    from core.member member join core.account account on account.id = member.account_id
    where ${which} and ${memberIs.invited('member.status')} and member.user_id is null and member.invited_at > ${oldest}
    order by member.invited_at desc, member.id limit ${mostShown}`.execute(ctx.em.getKysely());
  return rows;
}

async function viewOf(ctx: PersonContext, waiting: Waiting): Promise<Invitation> {
  const { id, email, name, inviterName, accountID } = waiting;
  const role = (await ctx.inAccount(accountID, (inner) => inner.em.get(Role, waiting.roleID))) as Role;
  const invitedAt = asDate(waiting.invitedAt);
  return {
    id,
    account: { id: accountID, name: waiting.accountName },
    inviterName,
    role: { name: role.name, type: role.type as Invitation['role']['type'] },
    email,
    name,
    invitedAt: invitedAt.toISOString(),
    expiresAt: daysLater(invitedAt, invitationDays).toISOString(),
  };
}

/** Invitations and their answers. */
export class Invitations {
  readonly #sessions: Sessions;
  readonly #mode: RegistrationMode;

  constructor(options: { sessions: Sessions; mode: RegistrationMode }) {
    this.#sessions = options.sessions;
    this.#mode = options.mode;
  }

  /** Shows the invitation of a token. @throws Problem 400 `invitation_invalid`, 429 */
  async read(ctx: PersonContext, token: string): Promise<EndpointReply<typeof readInvitation>> {
    const waiting = await this.#ofToken(ctx, token);
    return { ...(await viewOf(ctx, waiting)), hasSignIn: await hasSignIn(ctx.em, waiting.email) };
  }

  /** Open invitations to a person's email, if the email is verified and only the person knows the password. */
  async list(ctx: PersonContext, user: User): Promise<{ items: Invitation[]; count: number }> {
    const rows = await this.#ofPerson(ctx, user);
    const items: Invitation[] = [];
    for (const waiting of rows) items.push(await viewOf(ctx, waiting));
    return { items, count: items.length };
  }

  /**
   * Accepts the invitation of a token.
   * @throws Problem 400, 403 `invitation_for_other`, 409 `own_password_needed`, `already_member`
   */
  async accept(ctx: PersonContext, user: User, token: string): Promise<Joined> {
    const waiting = await this.#ofToken(ctx, token);
    if (waiting.email !== user.email) throw invitationProblems.invitation_for_other();
    const person = await holdPerson(ctx.em, user.id);
    await proveAddress(ctx, person);
    return join(ctx, person, waiting);
  }

  /** Accepts an invitation by its id. @throws Problem 404, 409 `already_member` */
  async acceptOwn(ctx: PersonContext, user: User, invitationID: string): Promise<Joined> {
    const person = await holdPerson(ctx.em, user.id);
    return join(ctx, person, await this.#own(ctx, person, invitationID));
  }

  /** Declines the invitation of a token. @throws Problem 400 `invitation_invalid`, 429 */
  async decline(ctx: PersonContext, token: string): Promise<undefined> {
    return end(ctx, await this.#ofToken(ctx, token));
  }

  /** Declines an invitation by its id. @throws Problem 404 */
  async declineOwn(ctx: PersonContext, user: User, invitationID: string): Promise<undefined> {
    return end(ctx, await this.#own(ctx, user, invitationID));
  }

  /**
   * Creates the invited person of a token with a verified email, joins the account and signs them in.
   * @throws Problem 400 `invitation_invalid`, `weak_password`, 403 `registration_closed`, 409 `email_taken`
   */
  async register(
    ctx: PersonContext,
    input: { token: string; name: string; password: string },
  ): Promise<{ user: User; expiresAt: Date }> {
    if (this.#mode === 'closed') throw invitationProblems.registration_closed();
    const waiting = await this.#ofToken(ctx, input.token);
    const { email } = waiting;
    requireGoodPassword(input.password, { name: input.name, email }, 'password');
    if (await hasSignIn(ctx.em, email)) throw authProblems.email_taken();
    const passwordHash = await ctx.passwords.hash(input.password);
    const user = await personOfAddress(ctx, ctx.em, { id: newID('usr'), email, name: input.name, passwordHash });
    const { expiresAt } = await this.#sessions.begin(ctx, ctx.em, user);
    await join(ctx, user, waiting);
    return { user, expiresAt };
  }

  async #ofToken(ctx: PersonContext, token: string): Promise<Waiting> {
    const [waiting] = await waitingFor(ctx, byToken(token));
    if (waiting) return waiting;
    await spendOfNetwork(ctx.em, limitRules.invitationTry, clientNetwork(ctx.client.ip), ctx.clock.now());
    throw new CommittedRefusal(invitationProblems.invitation_invalid());
  }

  /** None for a person whose password was set by a team, because a member of that team might be signed in. */
  async #ofPerson(ctx: PersonContext, user: User): Promise<Waiting[]> {
    return user.emailVerified && !user.isPasswordOfTeam ? waitingFor(ctx, byPerson(user)) : [];
  }

  async #own(ctx: PersonContext, user: User, invitationID: string): Promise<Waiting> {
    const waiting = (await this.#ofPerson(ctx, user)).find(({ id }) => id === invitationID);
    if (!waiting) throw problems.not_found();
    return waiting;
  }
}

/** Accepts an invitation. */
async function join(ctx: PersonContext, person: User, { accountID, accountName, id }: Waiting): Promise<Joined> {
  const isJoined = await joinAccount(ctx, ctx.em, { userID: person.id, accountID, memberID: id });
  if (!isJoined) throw invitationProblems.invitation_invalid();
  ctx.afterCommit(() => ctx.inAccount(accountID, (inner) => noteAnswer(inner, id, 'joined')));
  return { accountID, accountName };
}

/** Declines an invitation: removes the person from the team, which may invite them again. */
async function end(ctx: PersonContext, { accountID, id }: Waiting): Promise<undefined> {
  const now = ctx.clock.now();
  // An invitation is answered once; a second answer finds none.
  const { numAffectedRows } = await sql`update core.member
    set status = ${memberIs.to('deactivated')}, removed_at = ${now}, updated_at = ${now},
        invitation_hash = null, version = version + 1
    where account_id = ${accountID} and id = ${id} and ${memberIs.invited('status')} and user_id is null`.execute(
    ctx.em.getKysely(),
  );
  if (!numAffectedRows) throw invitationProblems.invitation_invalid();
  ctx.afterCommit(() => ctx.inAccount(accountID, (inner) => noteAnswer(inner, id, 'declined')));
  return undefined;
}
