import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../../database/tenant-entity.ts';

/** The factor that confirmed a sign-in. */
export type ConfirmedBy = 'app' | 'passkey' | 'recovery' | 'provider';

/** A person's authenticator app. It takes effect when a code of it has been confirmed. */
export const AuthenticatorApp = defineEntity({
  ...globalTable('core', 'authenticator_app'),
  name: 'AuthenticatorApp',
  properties: {
    userID: column.id().primary(),
    /** Encrypted with the installation's secret; see `PersonVault`. */
    sealedSecret: column.text(),
    /** The last accepted time step (half minutes since 1970). Codes of this and earlier steps are refused. */
    lastStep: column.integer().default(0),
    createdAt: column.timestamp(),
    confirmedAt: column.timestamp().nullable(),
  },
});
export type AuthenticatorApp = InferEntity<typeof AuthenticatorApp>;

/** A recovery code, valid once in place of the app; only its SHA-256 is stored (80 random bits). */
export const RecoveryCode = defineEntity({
  ...globalTable('core', 'recovery_code'),
  name: 'RecoveryCode',
  properties: {
    codeHash: column.id().primary(),
    userID: column.id(),
    createdAt: column.timestamp(),
    usedAt: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['userID'] }],
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** The state of a sign-in or set-up in several steps. Only the browser has its token. */
export const SignInChallenge = defineEntity({
  ...globalTable('core', 'sign_in_challenge'),
  name: 'SignInChallenge',
  properties: {
    /** SHA-256 of the token in hex. */
    tokenHash: column.id().primary(),
    purpose: column.text(),
    /** The person who has given their password or is signed in; null for an unknown person. */
    userID: column.id().nullable(),
    /** Data for checking the next step. */
    data: column.json<Record<string, string>>(),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['expiresAt'] }, { properties: ['userID'] }],
});
export type SignInChallenge = InferEntity<typeof SignInChallenge>;
