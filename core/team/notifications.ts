import type { z } from 'zod';
import { audit } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import type { notificationChoices, TeamUser } from '../contracts/accounts/member.contract.ts';
import { type FieldError, problems } from '../contracts/endpoints/problem.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { Member, NotificationPreference } from '../tenancy/access/member.entity.ts';
import { notificationPreferencesOf, notifiedMember } from './member-view.ts';

/** Kinds of notification with a person's choice. */
export type NotificationChoices = z.output<typeof notificationChoices>;

/** The member of the caller. @throws Problem 403 for API keys and jobs, which are told nothing */
export async function ownMember(ctx: AccountContext): Promise<Member> {
  if (ctx.memberID === undefined) throw problems.forbidden({ message: 'Only people get notifications' });
  return (await ctx.em.get(Member, ctx.memberID)) as Member;
}

const onlyMail = 'People of customers get mails at once or none: they have no inbox';

type Choice = NotificationChoices[number];

/** Whether two choices for one kind cannot both hold. */
const contradict = (one: Choice, other: Choice): boolean =>
  one.enabled !== other.enabled ||
  (['inbox', 'mail'] as const).some(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );

/** The faults of a request, by entry. `field`: the field of the body that has the entries, if it is not the body. */
function faultsOf(
  wanted: NotificationChoices,
  {
    known,
    isCustomer,
    field,
  }: { known: ReadonlyMap<string, unknown>; isCustomer: boolean; field?: string | undefined },
): FieldError[] {
  return wanted.flatMap((choice, index) => {
    const { notificationTypeCode, inbox, mail } = choice;
    const isContradicted = wanted
      .slice(0, index)
      .some((before) => before.notificationTypeCode === notificationTypeCode && contradict(before, choice));
    const at = (name: string): string => [...(field ? [field] : []), index, name].join('.');
    return [
      ...(known.has(notificationTypeCode)
        ? []
        : [{ path: at('notificationTypeCode'), message: 'There is no such notification type' }]),
      ...(isContradicted
        ? [{ path: at('notificationTypeCode'), message: 'Named before with other values: name each type once' }]
        : []),
      ...(isCustomer && inbox ? [{ path: at('inbox'), message: onlyMail }] : []),
      ...(isCustomer && mail === 'daily' ? [{ path: at('mail'), message: onlyMail }] : []),
    ];
  });
}

/**
 * Stores how a member wants to be told; kinds that are not named stay. `field`: where the choices stand in the body.
 * @throws Problem 400 for kinds that no enabled plugin has or that are named twice with contradicting values, and for
 * an inbox or digest of people of customers
 */
export async function chooseNotifications(
  ctx: AccountContext,
  registry: Registry,
  member: Member,
  wanted: NotificationChoices,
  field?: string,
): Promise<TeamUser['notificationPreferences']> {
  const before = await notificationPreferencesOf(ctx, registry, notifiedMember(member));
  const known = new Map(before.map((each) => [each.notificationTypeCode, each]));
  const errors = faultsOf(wanted, { known, isCustomer: Boolean(member.customer), field });
  if (errors.length) throw problems.invalid_input({ errors });
  const stored = new Map(
    (await ctx.em.find(NotificationPreference, { accountID: ctx.account.id, member })).map((row) => [
      row.notificationTypeCode,
      row,
    ]),
  );
  for (const { notificationTypeCode, enabled, inbox, mail } of wanted) {
    const row =
      stored.get(notificationTypeCode) ??
      ctx.em.create(NotificationPreference, { member, notificationTypeCode, isInInbox: true, mail: 'at_once' });
    stored.set(notificationTypeCode, row);
    if (inbox !== undefined) row.isInInbox = inbox;
    if (mail !== undefined) row.mail = mail;
    else if (!enabled) row.mail = 'off';
    else if (row.mail === 'off') row.mail = 'at_once';
  }
  await ctx.em.flush();
  const after = await notificationPreferencesOf(ctx, registry, notifiedMember(member));
  audit(ctx, {
    record: { type: 'team_user', id: member.id },
    action: 'notifications_changed',
    changes: after.flatMap(({ notificationTypeCode: code, inbox, mail }) => {
      const former = known.get(code);
      return [
        ...(former && former.mail !== mail ? [{ field: code, from: former.mail, to: mail }] : []),
        ...(former && former.inbox !== inbox ? [{ field: `${code}.inbox`, from: former.inbox, to: inbox }] : []),
      ];
    }),
  });
  return after;
}
