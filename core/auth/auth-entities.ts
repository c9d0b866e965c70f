import { RateLimit } from '../limits/rate-limit.entity.ts';
import { Passkey } from './passkey.entity.ts';
import { PendingRegistration } from './pending-registration.entity.ts';
import { PersonEvent } from './person-event.entity.ts';
import { AuthenticatorApp, RecoveryCode, SignInChallenge } from './second-factor.entity.ts';
import { RefreshToken, Session } from './session.entity.ts';
import { AuthLink, User } from './user.entity.ts';
import { VerificationToken } from './verification-token.entity.ts';
import { WidgetSession } from './widget-session.entity.ts';

/** Entities of signing in. */
export const authEntities = [
  User,
  AuthLink,
  Session,
  RefreshToken,
  VerificationToken,
  PendingRegistration,
  RateLimit,
  PersonEvent,
  WidgetSession,
  AuthenticatorApp,
  RecoveryCode,
  Passkey,
  SignInChallenge,
];
