import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { roleTypes } from '../plugins/permission.ts';
import { newPassword, signedInReply } from '../sign-in/auth.contract.ts';
import { personName, requiredLine } from '../texts/text.ts';

/** Refusals of joining and leaving an account. */
export const invitationProblems = defineProblems({
  invitation_invalid: {
    status: 400,
    message: 'This invitation is not valid any more; ask whoever invited you for a new one',
  },
  invitation_for_other: { status: 403, message: 'This invitation is for another address; sign in as its person' },
  own_password_needed: {
    status: 409,
    message: 'Your team has set your password: choose one that only you know before you join another account',
  },
  already_member: { status: 409, message: 'You are a member of this account already' },
  registration_closed: { status: 403, message: 'Nobody registers here: the operator adds people' },
  registration_invited: { status: 403, message: 'Only invited people register here: open the link of your invitation' },
  too_many_invitations: { status: 429, message: 'Too many invitations; try again later' },
});

/** An open invitation of the caller. */
export const invitation = z.object({
  /** Id of the future membership: `mem_...`. */
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  /** The person who invited last; the account's name where a program invited. */
  inviterName: z.string(),
  role: z.object({ name: z.string(), type: z.enum(roleTypes) }),
  /** The invited address. */
  email: z.string(),
  /** The person's name in the account. */
  name: z.string(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitation>;

const token = requiredLine(200, 'Token is required');
const proof = 'The token of the mail is the proof';

/** The invitation of a mailed token, and whether its address already has a sign-in. 400 `invitation_invalid`. */
export const readInvitation = endpoint({
  name: 'readInvitation',
  method: 'POST',
  path: '/auth/actions/read-invitation',
  public: proof,
  summary: 'Reads an invitation by the token of its mail.',
  body: z.strictObject({ token }),
  reply: invitation.extend({ hasSignIn: z.boolean() }),
  status: 200,
});

/** The joined account. */
export const joinedAccount = z.object({ accountID: z.string(), accountName: z.string() });

const joining = 'Everyone may answer the invitations of their own address';

/**
 * Joins the account of the token, which also verifies the caller's email. 400 `invitation_invalid`, 403
 * `invitation_for_other`, 409 `own_password_needed`, `already_member`.
 */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/auth/actions/accept-invitation',
  signedIn: joining,
  summary: 'Accepts an invitation by the token of its mail.',
  body: z.strictObject({ token }),
  reply: joinedAccount,
  status: 200,
});

/** Declines the invitation of the token; the account may invite again. 400 `invitation_invalid`. */
export const declineInvitation = endpoint({
  name: 'declineInvitation',
  method: 'POST',
  path: '/auth/actions/decline-invitation',
  public: proof,
  summary: 'Declines an invitation by the token of its mail.',
  body: z.strictObject({ token }),
  reply: noContent,
});

/**
 * Creates a person for the invited address, joins the account and signs in. The token verifies the address. 400
 * `invitation_invalid`, 409 `email_taken`, 403 `registration_closed`.
 */
export const registerInvited = endpoint({
  name: 'registerInvited',
  method: 'POST',
  path: '/auth/actions/register-invited',
  public: proof,
  summary: 'Creates an invited person and signs them in.',
  body: z.strictObject({ token, name: personName(), password: newPassword }),
  reply: signedInReply,
  status: 201,
});

/** Open invitations to the caller's email; none before the email is verified. */
export const listMyInvitations = endpoint({
  name: 'listMyInvitations',
  method: 'GET',
  path: '/v1/me/invitations',
  signedIn: joining,
  summary: "Lists the invitations that wait for the caller's answer.",
  reply: z.object({ items: z.array(invitation), count: z.number() }),
});

/** Joins the account of an invitation to the caller. 404, 409 `already_member`. */
export const acceptMyInvitation = endpoint({
  name: 'acceptMyInvitation',
  method: 'POST',
  path: '/v1/me/invitations/{invitationID}/actions/accept',
  signedIn: joining,
  summary: "Accepts one of the caller's invitations.",
  touches: ['/v1/me/tenancy'],
  reply: joinedAccount,
  status: 200,
});

/** Declines an invitation to the caller. 404. */
export const declineMyInvitation = endpoint({
  name: 'declineMyInvitation',
  method: 'POST',
  path: '/v1/me/invitations/{invitationID}/actions/decline',
  signedIn: joining,
  summary: "Declines one of the caller's invitations.",
  touches: ['/v1/me/tenancy'],
  reply: noContent,
});

/** Ends the caller's membership in an account at once. Past entries keep the person's name. 404, 409 `last_admin`. */
export const leaveAccount = endpoint({
  name: 'leaveAccount',
  method: 'DELETE',
  path: '/v1/me/accounts/{accountID}',
  signedIn: 'Everyone may leave',
  summary: 'Leaves an account.',
  touches: ['/v1/me/tenancy'],
  reply: noContent,
});

/** `open`: anybody may register; `invited`: only people with an invitation; `closed`: nobody. */
export const registrationModes = ['open', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** The registration mode of this installation. */
export const getRegistration = endpoint({
  name: 'getRegistration',
  method: 'GET',
  path: '/auth/registration',
  public: 'Whoever wants to register needs to know',
  summary: 'Reads who may register.',
  reply: z.object({ mode: z.enum(registrationModes) }),
});
