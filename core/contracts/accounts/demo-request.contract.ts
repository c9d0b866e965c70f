import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { emailAddress, noteText, phoneNumber, requiredLine } from '../texts/text.ts';

const required = (message: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? message : 'Must be text') });

/** The contact form (spec commerce section 5): name, email and company are required. */
export const demoRequestBody = z.strictObject({
  name: requiredLine(120, 'Name is required'),
  email: required('Email is required').pipe(emailAddress),
  company: requiredLine(160, 'Company is required'),
  phoneNumber: z.union([z.literal(''), phoneNumber]).nullish(),
  message: noteText.nullish(),
});

/** Asks for a demonstration. Open to everyone, five times an hour per network address (429 beyond). */
export const requestDemo = endpoint({
  name: 'requestDemo',
  method: 'POST',
  path: '/v1/actions/request-demo',
  public: 'The contact form is for people who have no account yet',
  summary: 'Sends the contact form.',
  body: demoRequestBody,
  reply: z.object({ message: z.string() }),
});
