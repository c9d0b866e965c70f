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
} from '../contracts/auth.contract.ts';
import { pairDevice } from '../contracts/device.contract.ts';
import {
  beginProviderLink,
  beginProviderSignIn,
  endProviderSignIn,
  removeProviderLink,
} from '../contracts/identity-provider.contract.ts';
import {
  acceptInvitation,
  acceptMyInvitation,
  declineInvitation,
  declineMyInvitation,
  getRegistration,
  listMyInvitations,
  readInvitation,
  registerInvited,
} from '../contracts/invitation.contract.ts';
import { getCurrentUser, getMyTenancy, getUser, setMyTenancy, updateUser } from '../contracts/me.contract.ts';
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
} from '../contracts/passkey.contract.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  confirmMySession,
  confirmSignIn,
  getMySecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from '../contracts/second-factor.contract.ts';
import { outsidePersonRoute, personRoute, type Route } from '../kernel/route.ts';
import { pairDeviceByCode } from '../keys/device-key.ts';
import type { Auth } from './auth.ts';
import { callerOf, tenancyOfCaller } from './caller.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { personReply } from './person.ts';
import { changeProfile, chooseAccount, ownUser, signedInUser } from './profile.ts';

const success = { success: true } as const;

/** Signing in and out, passwords and codes (spec commerce section 7, Auth and me). */
export const authRoutes = (auth: Auth): Route[] => [
  personRoute(registerUser, async (ctx, { body }) => {
    const { registrationID, expiresAt } = await auth.registration.register(ctx, body);
    return { registrationID, expiresAt: expiresAt.toISOString() };
  }),
  personRoute(
    confirmRegistration,
    async (ctx, { body }) => {
      const { user, expiresAt } = await auth.registration.confirm(ctx, body);
      return { user: personReply(user), expiresAt: expiresAt.toISOString() };
    },
    { repeat: 'refused' },
  ),
  personRoute(pairDevice, (ctx, { body }) => pairDeviceByCode(ctx, body.code), { repeat: 'refused' }),
  personRoute(loginUser, (ctx, { body }) => auth.login(ctx, body), { repeat: 'runs' }),
  personRoute(confirmSignIn, (ctx, { body }) => auth.confirm(ctx, body), { repeat: 'runs' }),
  personRoute(beginPasskeySignIn, (ctx) => auth.passkeys.beginSignIn(ctx), { repeat: 'runs' }),
  personRoute(signInByPasskey, (ctx, { body }) => auth.loginByPasskey(ctx, body), { repeat: 'runs' }),
  personRoute(confirmSignInByPasskey, (ctx, { body }) => auth.confirmByPasskey(ctx, body), { repeat: 'runs' }),
  outsidePersonRoute(beginProviderSignIn, (ctx, { body }) => auth.providers.begin(ctx, body.account)),
  outsidePersonRoute(endProviderSignIn, (ctx, { body }) => auth.loginByProvider(ctx, body.query)),
  outsidePersonRoute(beginProviderLink, async (ctx, { body }) => auth.providers.begin(ctx, body.account, signedInUser)),
  personRoute(removeProviderLink, async (ctx, { body }) => {
    await auth.providers.unlink(ctx, await signedInUser(ctx), body);
    return success;
  }),
  personRoute(updatePassword, async (ctx, { body }) => {
    await auth.passwords.change(ctx, await signedInUser(ctx), body);
    return success;
  }),
  personRoute(requestPasswordReset, async (ctx, { body }) => {
    await auth.passwords.requestReset(ctx, body);
    return success;
  }),
  personRoute(resetPassword, async (ctx, { body }) => {
    await auth.passwords.reset(ctx, body);
    return success;
  }),
  personRoute(verifyCode, async (ctx, { body }) =>
    personReply(await auth.registration.verifyCode(ctx, await signedInUser(ctx), body.code)),
  ),
  personRoute(requestVerificationCode, async (ctx) => {
    await auth.registration.requestCode(ctx, await signedInUser(ctx));
    return success;
  }),
  personRoute(refreshAuthAccessToken, (ctx) => auth.sessions.refresh(ctx), { repeat: 'runs' }),
  personRoute(
    revokeRefreshToken,
    async (ctx) => {
      await auth.sessions.signOut(ctx);
      return success;
    },
    { repeat: 'runs' },
  ),
];

/** The caller's second factor. */
export const secondFactorRoutes = ({ secondFactors, sessions }: Auth): Route[] => [
  personRoute(getMySecondFactor, async (ctx) => secondFactors.read(ctx, await signedInUser(ctx))),
  personRoute(
    beginAuthenticatorApp,
    async (ctx, { body }) => secondFactors.beginApp(ctx, await signedInUser(ctx), body.password),
    { repeat: 'refused' },
  ),
  personRoute(
    confirmAuthenticatorApp,
    async (ctx, { body }) => {
      const user = await signedInUser(ctx);
      const recoveryCodes = await secondFactors.confirmApp(ctx, user, body.code);
      sessions.refreshIdentity(ctx, user.id);
      return { recoveryCodes };
    },
    { repeat: 'refused' },
  ),
  personRoute(removeAuthenticatorApp, async (ctx, { body }) => {
    const user = await signedInUser(ctx);
    await secondFactors.removeApp(ctx, user, body);
    sessions.refreshIdentity(ctx, user.id);
    return success;
  }),
  personRoute(
    renewRecoveryCodes,
    async (ctx, { body }) => ({
      recoveryCodes: await secondFactors.renewCodes(ctx, await signedInUser(ctx), body),
    }),
    { repeat: 'refused' },
  ),
  personRoute(confirmMySession, async (ctx, { body }) => {
    const user = await signedInUser(ctx);
    await secondFactors.markSession(ctx, await secondFactors.check(ctx, user, body.code));
    sessions.refreshIdentity(ctx, user.id);
    return success;
  }),
];

/** The caller's passkeys. */
export const passkeyRoutes = ({ passkeys, sessions }: Auth): Route[] => [
  personRoute(listMyPasskeys, async (ctx) => passkeys.list(ctx, await signedInUser(ctx))),
  personRoute(beginPasskey, async (ctx, { body }) => passkeys.begin(ctx, await signedInUser(ctx), body.password), {
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
    { repeat: 'refused' },
  ),
  personRoute(renamePasskey, async (ctx, { params, body }) =>
    passkeys.rename(ctx, await signedInUser(ctx), params.passkeyID, body.name),
  ),
  personRoute(removePasskey, async (ctx, { params, body }) => {
    const user = await signedInUser(ctx);
    await passkeys.remove(ctx, user, params.passkeyID, body.password);
    sessions.refreshIdentity(ctx, user.id);
    return success;
  }),
  personRoute(beginSessionConfirmation, async (ctx) => passkeys.beginConfirmation(ctx, await signedInUser(ctx)), {
    repeat: 'runs',
  }),
  personRoute(confirmMySessionByPasskey, async (ctx, { body }) => {
    const user = await signedInUser(ctx);
    await passkeys.confirmSession(ctx, user, body);
    sessions.refreshIdentity(ctx, user.id);
    return success;
  }),
];

/** What people answer to invitations: by the token of the mail, or signed in with the address that was invited. */
export const invitationRoutes = ({ invitations, registration }: Auth): Route[] => [
  personRoute(getRegistration, async () => ({ mode: registration.mode })),
  personRoute(readInvitation, (ctx, { body }) => invitations.read(ctx, body.token), { repeat: 'runs' }),
  personRoute(acceptInvitation, async (ctx, { body }) => invitations.accept(ctx, await signedInUser(ctx), body.token)),
  personRoute(declineInvitation, (ctx, { body }) => invitations.decline(ctx, body.token)),
  personRoute(registerInvited, async (ctx, { body }) => {
    const { user, expiresAt } = await invitations.register(ctx, body);
    return { user: personReply(user), expiresAt: expiresAt.toISOString() };
  }),
  personRoute(listMyInvitations, async (ctx) => invitations.list(ctx, await signedInUser(ctx))),
  personRoute(acceptMyInvitation, async (ctx, { params }) =>
    invitations.acceptOwn(ctx, await signedInUser(ctx), params.invitationID),
  ),
  personRoute(declineMyInvitation, async (ctx, { params }) =>
    invitations.declineOwn(ctx, await signedInUser(ctx), params.invitationID),
  ),
];

/** The caller's own record and accounts. */
export const meRoutes = (auth: Auth): Route[] => [
  personRoute(getCurrentUser, callerOf),
  personRoute(getMyTenancy, tenancyOfCaller),
  personRoute(setMyTenancy, async (ctx, { body }) => chooseAccount(ctx, await signedInUser(ctx), body.accountID)),
  personRoute(listMySessions, (ctx) => listOwnSessions(ctx)),
  personRoute(endMySession, (ctx, { params }) => endOwnSession(ctx, auth.sessions, params.sessionID)),
  personRoute(endMyOtherSessions, (ctx) => endOtherSessions(ctx, auth.sessions)),
  personRoute(getUser, async (ctx, { params }) => personReply(await ownUser(ctx, params.userID))),
  personRoute(updateUser, async (ctx, { params, body }) =>
    personReply(await changeProfile(ctx, auth.sessions, await ownUser(ctx, params.userID), body)),
  ),
];
