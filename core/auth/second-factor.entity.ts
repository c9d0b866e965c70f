import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/** What a sign-in was confirmed with. */
export type ConfirmedBy = 'app' | 'passkey' | 'recovery' | 'provider';

/** A person's authenticator app. It counts once a code of it has confirmed it. */
export const AuthenticatorApp = defineEntity({
  ...globalTable('core', 'authenticator_app'),
  name: 'AuthenticatorApp',
  properties: {
    userID: column.id().primary(),
    /** Sealed with the installation's secret; see `PersonVault`. */
    sealedSecret: column.text(),
    /** The last half minute since 1970 whose code was taken: neither it nor an earlier one is taken again. */
    lastStep: column.integer().default(0),
    createdAt: column.timestamp(),
    confirmedAt: column.timestamp().nullable(),
  },
});
export type AuthenticatorApp = InferEntity<typeof AuthenticatorApp>;

/** A code that stands in for the app once; only its SHA-256 is kept (80 random bits). */
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

/** What a sign-in or a set-up of several steps has come to; its token is with the browser alone. */
export const SignInChallenge = defineEntity({
  ...globalTable('core', 'sign_in_challenge'),
  name: 'SignInChallenge',
  properties: {
    /** Hex; SHA-256 of the token. */
    tokenHash: column.id().primary(),
    purpose: column.text(),
    /** Who has proven their password, or is signed in; null where nobody has yet. */
    userID: column.id().nullable(),
    /** What the next step is held against. */
    data: column.json<Record<string, string>>(),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['expiresAt'] }, { properties: ['userID'] }],
});
export type SignInChallenge = InferEntity<typeof SignInChallenge>;
