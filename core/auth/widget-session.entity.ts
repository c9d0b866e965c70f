import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * Somebody of a customer who signs in inside a widget: first by a mailed code, then by a token that the widget keeps in
 * memory. Good for one publishable key on one site, for minutes.
 */
export const WidgetSession = defineEntity({
  ...tenantTable('core', 'widget_session', { isClosedToCustomers: true, auth: 'ru' }),
  name: 'WidgetSession',
  properties: {
    ...tenantColumns(),
    keyID: column.id(),
    origin: column.text(),
    memberID: column.id(),
    /** Null once it was used. */
    codeHash: column.id().nullable(),
    /** SHA-256 in hex; null until the code was entered. */
    tokenHash: column.id().nullable(),
    /** Of the code, then of the token; every call moves it on. */
    expiresAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'tokenHash'] }],
  indexes: [{ properties: ['accountID', 'expiresAt'] }],
  checks: [{ name: 'widget_session_stage', expression: '(code_hash is null) <> (token_hash is null)' }],
});
export type WidgetSession = InferEntity<typeof WidgetSession>;
