import {
  acceptInvitation,
  acceptMyInvitation,
  declineInvitation,
  declineMyInvitation,
  getRegistration,
  listMyInvitations,
  readInvitation,
  registerInvited,
} from '../contracts/accounts/invitation.contract.ts';
import { getCurrentUser, getMyTenancy, getUser, setMyTenancy, updateUser } from '../contracts/accounts/me.contract.ts';
import {
  confirmRegistration,
  endMyOtherSessions,
  endMySession,
  listMySessions,
  loginUser,
  refreshAuthAccessToken,
  registerUser,
  requestPasswordReset,
  requestVerificationCode,
  resetPassword,
  revokeRefreshToken,
  updatePassword,
  verifyCode,
} from '../contracts/sign-in/auth.contract.ts';
import { pairDevice } from '../contracts/sign-in/device.contract.ts';
import {
  beginProviderLink,
  beginProviderSignIn,
  endProviderSignIn,
  removeProviderLink,
} from '../contracts/sign-in/identity-provider.contract.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginSessionConfirmation,
  confirmMySessionByPasskey,
  confirmSignInByPasskey,
  listMyPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../contracts/sign-in/passkey.contract.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  confirmMySession,
  confirmSignIn,
  getMySecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from '../contracts/sign-in/second-factor.contract.ts';
import { outsidePersonRoute, personRoute, type Route } from '../kernel/route.ts';
import { pairDeviceByCode } from '../keys/device-key.ts';
import { personReply } from './people/person.ts';
import { changeProfile, chooseAccount, ownUser, signedInUser } from './people/profile.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/own-sessions.ts';
import type { Auth } from './sign-in/auth.ts';
import { callerOf, tenancyOfCaller } from './tokens/caller.ts';

const success = { success: true } as const;

/** Signing in and out, passwords and codes (spec commerce section 7, Auth and me). */
export const authRoutes = (auth: Auth): Route[] => [
  personRoute(
    registerUser,
    async (ctx, { body }) => {
      const { registrationID, expiresAt } = await auth.registration.register(ctx, body);
      return { registrationID, expiresAt: expiresAt.toISOString() };
    },
    { acts: 'open' },
  ),
  personRoute(
    confirmRegistration,
    async (ctx, { body }) => {
      const { user, expiresAt } = await auth.registration.confirm(ctx, body);
      return { user: personReply(user), expiresAt: expiresAt.toISOString() };
    },
    { acts: 'open', repeat: 'refused' },
  ),
  personRoute(pairDevice, (ctx, { body }) => pairDeviceByCode(ctx, body), { acts: 'open', repeat: 'refused' }),
  personRoute(loginUser, (ctx, { body }) => auth.login(ctx, body), { acts: 'open', repeat: 'runs' }),
  personRoute(confirmSignIn, (ctx, { body }) => auth.confirm(ctx, body), { acts: 'open', repeat: 'runs' }),
  personRoute(beginPasskeySignIn, (ctx) => auth.passkeys.beginSignIn(ctx), { acts: 'open', repeat: 'runs' }),
  personRoute(signInByPasskey, (ctx, { body }) => auth.loginByPasskey(ctx, body), { acts: 'open', repeat: 'runs' }),
  personRoute(confirmSignInByPasskey, (ctx, { body }) => auth.confirmByPasskey(ctx, body), {
    acts: 'open',
    repeat: 'runs',
  }),
  outsidePersonRoute(beginProviderSignIn, (ctx, { body }) => auth.providers.begin(ctx, body.account), { acts: 'open' }),
  outsidePersonRoute(endProviderSignIn, (ctx, { body }) => auth.loginByProvider(ctx, body.query), { acts: 'open' }),
  outsidePersonRoute(
    beginProviderLink,
    async (ctx, { body }) => auth.providers.begin(ctx, body.account, { password: body.password }),
    { acts: 'person' },
  ),
  personRoute(
    removeProviderLink,
    async (ctx, { body }) => {
      await auth.providers.unlink(ctx, await signedInUser(ctx), body);
      return success;
    },
    { acts: 'person' },
  ),
  personRoute(
    updatePassword,
    async (ctx, { body }) => {
      await auth.passwords.change(ctx, await signedInUser(ctx), body);
      return success;
    },
    { acts: 'person' },
  ),
  personRoute(
    requestPasswordReset,
    async (ctx, { body }) => {
      await auth.passwords.requestReset(ctx, body);
      return success;
    },
    { acts: 'open' },
  ),
  personRoute(
    resetPassword,
    async (ctx, { body }) => {
      await auth.passwords.reset(ctx, body);
      return success;
    },
    { acts: 'open' },
  ),
  personRoute(
    verifyCode,
    async (ctx, { body }) => personReply(await auth.registration.verifyCode(ctx, await signedInUser(ctx), body.code)),
    { acts: 'person' },
  ),
  personRoute(
    requestVerificationCode,
    async (ctx) => {
      await auth.registration.requestCode(ctx, await signedInUser(ctx));
      return success;
    },
    { acts: 'person' },
  ),
  personRoute(refreshAuthAccessToken, (ctx) => auth.sessions.refresh(ctx), { acts: 'open', repeat: 'runs' }),
  personRoute(
    revokeRefreshToken,
    async (ctx) => {
      await auth.sessions.signOut(ctx);
      return success;
    },
    { acts: 'open', repeat: 'runs' },
  ),
];

/** The caller's second factors. */
export const secondFactorRoutes = ({ secondFactors, sessions }: Auth): Route[] => [
  personRoute(getMySecondFactor, async (ctx) => secondFactors.read(ctx, await signedInUser(ctx)), { acts: 'person' }),
  personRoute(
    beginAuthenticatorApp,
    async (ctx, { body }) => secondFactors.beginApp(ctx, await signedInUser(ctx), body.password),
    { acts: 'person', repeat: 'refused' },
  ),
  personRoute(
    confirmAuthenticatorApp,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      const recoveryCodes = await secondFactors.confirmApp(ctx, user, body.code);
      sessions.refreshIdentity(ctx, user.id);
      return { recoveryCodes };
    },
    { acts: 'person', repeat: 'refused' },
  ),
  personRoute(
    removeAuthenticatorApp,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      await secondFactors.removeApp(ctx, user, body);
      sessions.refreshIdentity(ctx, user.id);
      return success;
    },
    { acts: 'person' },
  ),
  personRoute(
    renewRecoveryCodes,
    async (ctx, { body }) => ({
      recoveryCodes: await secondFactors.renewCodes(ctx, await signedInUser(ctx), body),
    }),
    { acts: 'person', repeat: 'refused' },
  ),
  personRoute(
    confirmMySession,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      await secondFactors.markSession(ctx, await secondFactors.check(ctx, user, body.code));
      sessions.refreshIdentity(ctx, user.id);
      return success;
    },
    { acts: 'session' },
  ),
];

/** The caller's passkeys. */
export const passkeyRoutes = ({ passkeys, sessions }: Auth): Route[] => [
  personRoute(listMyPasskeys, async (ctx) => passkeys.list(ctx, await signedInUser(ctx)), { acts: 'person' }),
  personRoute(beginPasskey, async (ctx, { body }) => passkeys.begin(ctx, await signedInUser(ctx), body.password), {
    acts: 'person',
    repeat: 'refused',
  }),
  personRoute(
    addPasskey,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      const added = await passkeys.add(ctx, user, body);
      sessions.refreshIdentity(ctx, user.id);
      return added;
    },
    { acts: 'person', repeat: 'refused' },
  ),
  personRoute(
    renamePasskey,
    async (ctx, { params, body }) => passkeys.rename(ctx, await signedInUser(ctx), params.passkeyID, body.name),
    { acts: 'person' },
  ),
  personRoute(
    removePasskey,
    async (ctx, { params, body }) => {
      const user = await signedInUser(ctx);
      await passkeys.remove(ctx, user, params.passkeyID, body.password);
      sessions.refreshIdentity(ctx, user.id);
      return success;
    },
    { acts: 'person' },
  ),
  personRoute(beginSessionConfirmation, async (ctx) => passkeys.beginConfirmation(ctx, await signedInUser(ctx)), {
    acts: 'session',
    repeat: 'runs',
  }),
  personRoute(
    confirmMySessionByPasskey,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      await passkeys.confirmSession(ctx, user, body);
      sessions.refreshIdentity(ctx, user.id);
      return success;
    },
    { acts: 'session' },
  ),
];

/** Answers to invitations: with the mailed token, or signed in with the invited address. */
export const invitationRoutes = ({ invitations, registration }: Auth): Route[] => [
  personRoute(getRegistration, async () => ({ mode: registration.mode }), { acts: 'open' }),
  personRoute(readInvitation, (ctx, { body }) => invitations.read(ctx, body.token), { acts: 'open', repeat: 'runs' }),
  personRoute(acceptInvitation, async (ctx, { body }) => invitations.accept(ctx, await signedInUser(ctx), body.token), {
    acts: 'person',
  }),
  personRoute(declineInvitation, (ctx, { body }) => invitations.decline(ctx, body.token), { acts: 'open' }),
  personRoute(
    registerInvited,
    async (ctx, { body }) => {
      const { user, expiresAt } = await invitations.register(ctx, body);
      return { user: personReply(user), expiresAt: expiresAt.toISOString() };
    },
    { acts: 'open' },
  ),
  personRoute(listMyInvitations, async (ctx) => invitations.list(ctx, await signedInUser(ctx)), { acts: 'person' }),
  personRoute(
    acceptMyInvitation,
    async (ctx, { params }) => invitations.acceptOwn(ctx, await signedInUser(ctx), params.invitationID),
    { acts: 'person' },
  ),
  personRoute(
    declineMyInvitation,
    async (ctx, { params }) => invitations.declineOwn(ctx, await signedInUser(ctx), params.invitationID),
    { acts: 'person' },
  ),
];

/** The caller's own record and accounts. */
export const meRoutes = (auth: Auth): Route[] => [
  personRoute(getCurrentUser, callerOf, { acts: 'session' }),
  personRoute(getMyTenancy, tenancyOfCaller, { acts: 'session' }),
  personRoute(setMyTenancy, async (ctx, { body }) => chooseAccount(ctx, await signedInUser(ctx), body.accountID), {
    acts: 'person',
  }),
  personRoute(listMySessions, (ctx) => listOwnSessions(ctx), { acts: 'person' }),
  personRoute(endMySession, (ctx, { params }) => endOwnSession(ctx, auth.sessions, params.sessionID), {
    acts: 'person',
  }),
  personRoute(endMyOtherSessions, (ctx) => endOtherSessions(ctx, auth.sessions), { acts: 'person' }),
  personRoute(getUser, async (ctx, { params }) => personReply(await ownUser(ctx, params.userID)), { acts: 'session' }),
  personRoute(
    updateUser,
    async (ctx, { params, body }) =>
      personReply(await changeProfile(ctx, auth.sessions, await ownUser(ctx, params.userID), body)),
    { acts: 'person' },
  ),
];
