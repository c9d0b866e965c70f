import { reactEmail } from '@millwright/core/server';
import type {
  RegistrationCodeProps,
  RegistrationDeclinedProps,
  RegistrationWaitingProps,
} from './registration-email.tsx';

/** Minutes until a mailed code expires. */
export const codeMinutes = 30;

/** `commerce.registration-code`: the code, or the note that the recipient can already sign in. */
const registrationCodeEmail = reactEmail<RegistrationCodeProps>({
  name: 'commerce.registration-code',
  subject: ({ code, asking, accountName }) =>
    asking
      ? `Somebody asks to order for you at ${accountName}`
      : code === null
        ? `Your sign-in with ${accountName}`
        : `Your code for ${accountName}`,
  load: async () => (await import('./registration-email.tsx')).RegistrationCodeEmail,
  sample: { name: 'Robin Hale', code: '482913', minutes: codeMinutes, asking: null },
});

/** `commerce.registration-waiting`: for the team. */
const registrationWaitingEmail = reactEmail<RegistrationWaitingProps>({
  name: 'commerce.registration-waiting',
  subject: ({ isLetIn }) => (isLetIn ? 'A new customer has registered' : 'A registration waits'),
  load: async () => (await import('./registration-email.tsx')).RegistrationWaitingEmail,
  sample: {
    name: 'Lakeland Safety Supply',
    contactName: 'Robin Hale',
    email: 'robin@lakeland.test',
    link: 'https://example.com/dashboard/registrations/rgr_1',
    isLetIn: false,
  },
});

/** `commerce.registration-declined` */
const registrationDeclinedEmail = reactEmail<RegistrationDeclinedProps>({
  name: 'commerce.registration-declined',
  subject: ({ accountName }) => `Your registration with ${accountName}`,
  load: async () => (await import('./registration-email.tsx')).RegistrationDeclinedEmail,
  sample: { contactName: 'Robin Hale', message: 'We sell to resellers in the Midwest only.' },
});

/** Email templates about registrations. */
export const registrationEmails = [registrationCodeEmail, registrationWaitingEmail, registrationDeclinedEmail];
