import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../database/tenant-entity.ts';

/** A person who can sign in; global, the tenant role sees people only as members. */
export const User = defineEntity({
  ...globalTable('core', 'user', { auth: 'cru' }),
  name: 'User',
  properties: {
    ...globalColumns(),
    /** Lower case. */
    email: column.text(),
    name: column.text(),
    username: column.text().nullable(),
    emailVerified: column.boolean().default(false),
    image: column.text().nullable(),
    /** PHC string; null for people who were created without one and have to reset it. */
    passwordHash: column.text().nullable(),
    /** A team set it, so somebody else knows it: the person joins no other account before choosing one of their own. */
    isPasswordOfTeam: column.boolean().default(false),
    isOperator: column.boolean().default(false),
    colorScheme: column.text().default('auto'),
    preferences: column.json<Record<string, string | number | boolean>>(),
    /** The account joined first or chosen since; what a new tab begins with. */
    currentAccountID: column.id().nullable(),
  },
  uniques: [{ properties: ['email'] }, { properties: ['username'] }],
  checks: [
    { name: 'user_email_lower_case', expression: 'email = lower(email)' },
    { name: 'user_username_lower_case', expression: "username = lower(username) and username not like '%@%'" },
    { name: 'user_color_scheme', expression: "color_scheme in ('light', 'dark', 'auto')" },
  ],
});
export type User = InferEntity<typeof User>;

/**
 * How a person may prove who they are (spec commerce section 3, Auth account link): by password today, by other
 * providers later.
 */
export const AuthLink = defineEntity({
  ...globalTable('core', 'auth_link'),
  name: 'AuthLink',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** `credentials`. */
    type: column.text(),
    /** `password`. */
    provider: column.text(),
    providerAccountID: column.text(),
    expiresAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['provider', 'providerAccountID'] }],
  indexes: [{ properties: ['userID'] }],
});
export type AuthLink = InferEntity<typeof AuthLink>;
