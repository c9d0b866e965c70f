import { reactEmail } from './email-templates.ts';
import type { InboxDigestProps } from './inbox-digest-email.tsx';
import type { InvitationProps } from './invitation-email.tsx';
import type { NotificationMailProps } from './notification-email.tsx';
import type { OperatorAlarmProps } from './operator-alarm-email.tsx';
import type { PasswordResetProps } from './password-reset-email.tsx';
import type { SecurityNoticeProps } from './security-notice-email.tsx';
import type { VerificationCodeProps } from './verification-code-email.tsx';

/** `core.password-reset` */
export const passwordResetEmail = reactEmail<PasswordResetProps>({
  name: 'core.password-reset',
  previewPath: '/password-reset-email-preview',
  subject: () => 'Choose a new password',
  load: async () => (await import('./password-reset-email.tsx')).PasswordResetEmail,
  sample: { name: 'Robin Hale', link: 'https://example.com/auth/password-reset?token=sample', minutes: 30 },
});

/** `core.verification-code` */
export const verificationCodeEmail = reactEmail<VerificationCodeProps>({
  name: 'core.verification-code',
  previewPath: '/verification-email-preview',
  // The subject has no code, because subjects appear in logs and on locked screens.
  subject: () => 'Your code',
  load: async () => (await import('./verification-code-email.tsx')).VerificationCodeEmail,
  sample: { name: 'Robin Hale', code: '482913', minutes: 10 },
});

/** `core.invitation` */
export const invitationEmail = reactEmail<InvitationProps>({
  name: 'core.invitation',
  previewPath: '/invitation-email-preview',
  subject: ({ accountName }) => `An invitation to ${accountName}`,
  load: async () => (await import('./invitation-email.tsx')).InvitationEmail,
  sample: {
    name: 'Robin Hale',
    inviterName: 'Sam Ortega',
    link: 'https://example.com/invitation?token=sample',
    days: 7,
  },
});

/** `core.security-notice` */
export const securityNoticeEmail = reactEmail<SecurityNoticeProps>({
  name: 'core.security-notice',
  previewPath: '/security-email-preview',
  subject: ({ title }) => title,
  load: async () => (await import('./security-notice-email.tsx')).SecurityNoticeEmail,
  sample: {
    name: 'Robin Hale',
    title: 'Your password was changed',
    what: 'The password of your Millwright sign-in was changed, and every other session was signed out.',
    at: '2026-02-28T10:00:00Z',
    ip: '203.0.113.7',
  },
});

/** `core.operator-alarm` */
export const operatorAlarmEmail = reactEmail<OperatorAlarmProps>({
  name: 'core.operator-alarm',
  previewPath: '/operator-alarm-email-preview',
  subject: ({ title }) => title,
  load: async () => (await import('./operator-alarm-email.tsx')).OperatorAlarmEmail,
  sample: {
    name: 'Robin Hale',
    title: 'A background job was put away',
    what: 'The process died each time it ran. Look at what it is about before you release it.',
    link: 'https://example.com/dashboard/background-jobs',
  },
});

/** `core.notification`: a notification at once, for kinds without a mail of their own. */
export const notificationEmail = reactEmail<NotificationMailProps>({
  name: 'core.notification',
  previewPath: '/notification-email-preview',
  subject: ({ title }) => title,
  load: async () => (await import('./notification-email.tsx')).NotificationEmail,
  sample: {
    title: 'Robin Hale mentioned you on Order 1042',
    text: 'Did they confirm the date?',
    link: 'https://example.com/dashboard',
  },
});

/** `core.inbox-digest`: what is unread in the morning. */
export const inboxDigestEmail = reactEmail<InboxDigestProps>({
  name: 'core.inbox-digest',
  previewPath: '/inbox-digest-email-preview',
  subject: ({ title }) => title,
  load: async () => (await import('./inbox-digest-email.tsx')).InboxDigestEmail,
  sample: {
    title: '2 things to know',
    entries: [
      { title: 'Robin Hale commented on Order 1042', text: 'They did', link: 'https://example.com/dashboard' },
      {
        title: 'Order 1040 for Harbor is short',
        text: '3 each of HAT not found',
        link: 'https://example.com/dashboard',
      },
    ],
    more: 0,
  },
});

/** Mails of the kernel. */
export const coreEmailTemplates = [
  passwordResetEmail,
  verificationCodeEmail,
  invitationEmail,
  securityNoticeEmail,
  operatorAlarmEmail,
  notificationEmail,
  inboxDigestEmail,
];
