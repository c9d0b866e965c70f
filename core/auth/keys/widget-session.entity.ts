import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../../database/tenant-entity.ts';

/**
 * A sign-in of a customer's person inside a widget: first a mailed code, then the second factor if there is one, then a
 * token that the widget keeps in memory. Valid for one publishable key on one site, for minutes.
 */
export const WidgetSession = defineEntity({
  ...tenantTable('core', 'widget_session', { isClosedToCustomers: true, auth: 'ru' }),
  name: 'WidgetSession',
  properties: {
    ...tenantColumns(),
    keyID: column.id(),
    origin: column.text(),
    memberID: column.id(),
    /** The value from which, with the installation's secret, the code is derived; null after use. */
    codeHash: column.id().nullable(),
    /** SHA-256 of the challenge in hex, while the second factor is pending. */
    factorHash: column.id().nullable(),
    /** The second factor that confirmed the sign-in. */
    secondFactor: column.text().nullable(),
    /** SHA-256 of the token in hex; null before the sign-in is complete. */
    tokenHash: column.id().nullable(),
    /** Expiry of the code, of the challenge, then of the token; every call extends it. */
    expiresAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'tokenHash'] }, { properties: ['accountID', 'factorHash'] }],
  indexes: [{ properties: ['accountID', 'expiresAt'] }],
  checks: [{ name: 'widget_session_stage', expression: 'num_nonnulls(code_hash, factor_hash, token_hash) = 1' }],
});
export type WidgetSession = InferEntity<typeof WidgetSession>;
