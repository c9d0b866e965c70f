import {
  type AccountContext,
  accountsIn,
  accountsOfAny,
  accountsWithOlder,
  notify,
  reactEmail,
  sql,
} from '@millwright/core/server';
import { holdReasonNames } from '../../../contracts/index.ts';
import { ediDeliveryIs } from '../../states/states.ts';
import { inboxOf } from '../exchange.queries.ts';
import type { EdiAlertProps } from './edi-alert-email.tsx';

/** Kinds of notification that members of the team can choose. */
export const ediNotifications = [
  {
    code: 'edi_alert',
    name: 'EDI alerts',
    description: 'When a partner does not acknowledge in time, or a connection stops to answer.',
  },
  {
    code: 'edi_digest',
    name: 'EDI digest',
    description: 'Each morning on which EDI documents wait for somebody, are late or were not sent.',
  },
] as const;

export const ediAlertEmail = reactEmail<EdiAlertProps>({
  name: 'edi.alert',
  subject: ({ title }) => title,
  load: async () => (await import('./edi-alert-email.tsx')).EdiAlertEmail,
  sample: {
    title: '2 EDI documents wait',
    text: 'They go on once somebody has looked at them.',
    lines: ['Unknown item: 1', 'Acknowledgment overdue: 1'],
    more: 0,
    path: '/dashboard/edi?isWaiting=true',
  },
});

const mostLines = 20;
/** Hour of the account's day at which the digest goes out. */
export const digestHour = 7;

/** Accounts in which something waits that the digest may tell of. */
export const dueDigests = accountsOfAny([
  accountsIn('edi.document_hold'),
  accountsWithOlder('edi.document', 'due_at', { than: '0 hours', where: 'found.due_at is not null' }),
  accountsWithOlder('edi.file', 'created_at', { than: '1 hour', where: `${ediDeliveryIs.waiting('found.delivery')}` }),
]);

/** Tells everybody of the office. */
function tellOffice(
  ctx: AccountContext,
  code: (typeof ediNotifications)[number]['code'],
  { key, lines, ...props }: Omit<EdiAlertProps, 'more'> & { key: string },
): Promise<void> {
  const shown = { ...props, lines: lines.slice(0, mostLines), more: Math.max(0, lines.length - mostLines) };
  return notify(ctx, {
    kind: code,
    to: { roles: ['admin', 'user'] },
    path: props.path,
    title: props.title,
    text: shown.lines.join('\n'),
    key,
    mail: { template: 'edi.alert', props: shown },
  });
}

/** Partners that have not acknowledged in time; told once, as each document becomes late. */
export const tellOfOverdue = (ctx: AccountContext, lines: readonly string[]): Promise<void> =>
  tellOffice(ctx, 'edi_alert', {
    title:
      lines.length === 1 ? 'A partner has not acknowledged in time' : `${lines.length} acknowledgments are overdue`,
    text: 'Silence is the first sign of a mailbox that is dead. Ask the partner, or send them again.',
    lines,
    path: '/dashboard/edi?reasons=acknowledgment_overdue',
    key: 'edi_overdue',
  });

/** A connection that answered until now does not any more; told at the third failure in a row, and not again. */
export const tellOfConnection = (
  ctx: AccountContext,
  { id, name }: { id: string; name: string },
  message: string,
): Promise<void> =>
  tellOffice(ctx, 'edi_alert', {
    title: `The EDI connection ${name} does not answer`,
    text: 'It is tried again by itself, ever more rarely. Nothing is lost meanwhile: what is to be sent waits.',
    lines: [message],
    path: `/dashboard/edi-connections/${id}`,
    key: `edi_connection ${id}`,
  });

/** Each morning, what waits: nothing where nothing does. */
export async function mailDigest(ctx: AccountContext): Promise<void> {
  const { count, overdue, reasons } = await inboxOf(ctx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from edi.file
    where account_id = ${ctx.account.id} and ${ediDeliveryIs.pending('delivery')}
      and created_at < ${new Date(ctx.clock.now().getTime() - 3_600_000)}`.execute(ctx.em.query());
  const unsent = rows[0]?.count ?? 0;
  if (!count && !overdue && !unsent) return;
  await tellOffice(ctx, 'edi_digest', {
    title: count === 1 ? 'One EDI document waits' : `${count} EDI documents wait`,
    text: 'They go on once somebody has looked at them.',
    lines: [
      ...reasons.map(({ reason, count: own }) => `${holdReasonNames[reason]}: ${own}`),
      ...(overdue ? [`Past their deadline: ${overdue}`] : []),
      ...(unsent ? [`Not sent for more than an hour: ${unsent}`] : []),
    ],
    path: '/dashboard/edi?isWaiting=true',
    key: 'edi_digest',
  });
}
