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
import { getCurrentUser, getMyTenancy, getUser, setMyTenancy, updateUser } from '../contracts/me.contract.ts';
import { personRoute, type Route } from '../kernel/route.ts';
import type { Auth } from './auth.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { personReply } from './person.ts';
import { changeProfile, chooseAccount, ownUser, signedInUser, tenancyOf } from './profile.ts';

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
  personRoute(loginUser, (ctx, { body }) => auth.login(ctx, body), { repeat: 'runs' }),
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
  personRoute(refreshAuthAccessToken, (ctx) => auth.refresh(ctx), { repeat: 'runs' }),
  personRoute(
    revokeRefreshToken,
    async (ctx) => {
      await auth.sessions.signOut(ctx);
      return success;
    },
    { repeat: 'runs' },
  ),
];

/** The caller's own record and accounts. */
export const meRoutes = (auth: Auth): Route[] => [
  personRoute(getCurrentUser, async (ctx) => personReply(await signedInUser(ctx))),
  personRoute(getMyTenancy, async (ctx) => tenancyOf(ctx, await signedInUser(ctx))),
  personRoute(setMyTenancy, async (ctx, { body }) => chooseAccount(ctx, await signedInUser(ctx), body.accountID)),
  personRoute(listMySessions, (ctx) => listOwnSessions(ctx)),
  personRoute(endMySession, (ctx, { params }) => endOwnSession(ctx, auth.sessions, params.sessionID)),
  personRoute(endMyOtherSessions, (ctx) => endOtherSessions(ctx, auth.sessions)),
  personRoute(getUser, async (ctx, { params }) => personReply(await ownUser(ctx, params.userID))),
  personRoute(updateUser, async (ctx, { params, body }) =>
    personReply(await changeProfile(ctx, auth.sessions, await ownUser(ctx, params.userID), body)),
  ),
];
