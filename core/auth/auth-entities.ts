import { RateLimit } from '../limits/rate-limit.entity.ts';
import { Passkey } from './factors/passkey.entity.ts';
import { AuthenticatorApp, RecoveryCode, SignInChallenge } from './factors/second-factor.entity.ts';
import { WidgetSession } from './keys/widget-session.entity.ts';
import { PendingRegistration } from './members/pending-registration.entity.ts';
import { PersonEvent } from './people/person-event.entity.ts';
import { AuthLink, User } from './people/user.entity.ts';
import { RefreshToken, Session } from './sessions/session.entity.ts';
import { VerificationToken } from './tokens/verification-token.entity.ts';

/** Entities of sign-in. */
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
