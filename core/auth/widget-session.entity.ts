import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * Somebody of a customer who signs in inside a widget: first by a mailed code, then by the second factor where there is
 * one, then by a token that the widget keeps in memory. Good for one publishable key on one site, for minutes.
 */
export const WidgetSession = defineEntity({
  ...tenantTable('core', 'widget_session', { isClosedToCustomers: true, auth: 'ru' }),
  name: 'WidgetSession',
  properties: {
    ...tenantColumns(),
    keyID: column.id(),
    origin: column.text(),
    memberID: column.id(),
    /** What the code is made of, with the secret of the installation; null once it was used. */
    codeHash: column.id().nullable(),
    /** SHA-256 in hex of the challenge, while the second factor is waited for. */
    factorHash: column.id().nullable(),
    /** What confirmed the sign-in beside the mailed code. */
    secondFactor: column.text().nullable(),
    /** SHA-256 in hex; null until everything was entered. */
    tokenHash: column.id().nullable(),
    /** Of the code, of the challenge, then of the token; every call moves it on. */
    expiresAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'tokenHash'] }, { properties: ['accountID', 'factorHash'] }],
  indexes: [{ properties: ['accountID', 'expiresAt'] }],
  checks: [{ name: 'widget_session_stage', expression: 'num_nonnulls(code_hash, factor_hash, token_hash) = 1' }],
});
export type WidgetSession = InferEntity<typeof WidgetSession>;
