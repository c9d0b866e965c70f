import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/** A person who can sign in. People belong to no account; the tenant role only sees members. */
export const User = defineEntity({
  ...globalTable('core', 'user', { auth: 'cru' }),
  name: 'User',
  properties: {
    ...globalColumns(),
    /** In lower case. */
    email: column.text(),
    name: column.text(),
    username: column.text().nullable(),
    emailVerified: column.boolean().default(false),
    image: column.text().nullable(),
    /** PHC string; null for people without a password. */
    passwordHash: column.text().nullable(),
    /**
     * True if a team set the password, so that others know it. The person joins no other account before choosing one of
     * their own.
     */
    isPasswordOfTeam: column.boolean().default(false),
    isOperator: column.boolean().default(false),
    colorScheme: column.text().default('auto'),
    preferences: column.json<Record<string, string | number | boolean>>(),
    /** The account joined first or chosen later, with which new tabs begin. */
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

/** A person's way of signing in (spec commerce section 3, Auth account link). */
export const AuthLink = defineEntity({
  ...globalTable('core', 'auth_link'),
  name: 'AuthLink',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** `credentials`, or the type of a provider's link. */
    type: column.text(),
    /** `password`, or the name of a provider. */
    provider: column.text(),
    providerAccountID: column.text(),
    expiresAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['provider', 'providerAccountID'] }],
  indexes: [{ properties: ['userID'] }],
});
export type AuthLink = InferEntity<typeof AuthLink>;
