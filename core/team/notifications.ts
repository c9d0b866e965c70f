import type { z } from 'zod';
import { audit } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import type { notificationChoices, TeamUser } from '../contracts/accounts/member.contract.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { Member, NotificationPreference } from '../tenancy/access/member.entity.ts';
import { notificationPreferencesOf, notifiedMember } from './member-view.ts';

/** Kinds of mail with a person's choice. */
export type NotificationChoices = z.output<typeof notificationChoices>;

/** The member of the caller. @throws Problem 403 for API keys and jobs, which get no mail */
export async function ownMember(ctx: AccountContext): Promise<Member> {
  if (ctx.memberID === undefined) throw problems.forbidden({ message: 'Only people get mails' });
  return (await ctx.em.get(Member, ctx.memberID)) as Member;
}

/**
 * Stores a member's choice of mails; kinds that are not named stay.
 * @throws Problem 400 for kinds that no enabled plugin has
 */
export async function chooseNotifications(
  ctx: AccountContext,
  registry: Registry,
  member: Member,
  wanted: NotificationChoices,
): Promise<TeamUser['notificationPreferences']> {
  const known = new Map(
    (await notificationPreferencesOf(ctx, registry, notifiedMember(member))).map((each) => [
      each.notificationTypeCode,
      each.enabled,
    ]),
  );
  const errors = wanted.flatMap(({ notificationTypeCode }, index) =>
    known.has(notificationTypeCode)
      ? []
      : [{ path: `${index}.notificationTypeCode`, message: 'There is no such notification type' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  const stored = new Map(
    (await ctx.em.find(NotificationPreference, { accountID: ctx.account.id, member })).map((row) => [
      row.notificationTypeCode,
      row,
    ]),
  );
  for (const { notificationTypeCode, enabled } of wanted) {
    const row = stored.get(notificationTypeCode);
    if (row) row.isEnabled = enabled;
    else
      stored.set(
        notificationTypeCode,
        ctx.em.create(NotificationPreference, { member, notificationTypeCode, isEnabled: enabled }),
      );
  }
  await ctx.em.flush();
  audit(ctx, {
    record: { type: 'team_user', id: member.id },
    action: 'notifications_changed',
    changes: wanted
      .filter(({ notificationTypeCode, enabled }) => known.get(notificationTypeCode) !== enabled)
      .map(({ notificationTypeCode, enabled }) => ({ field: notificationTypeCode, from: !enabled, to: enabled })),
  });
  return notificationPreferencesOf(ctx, registry, notifiedMember(member));
}
