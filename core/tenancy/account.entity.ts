import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '../contracts/address.ts';
import {
  column,
  globalColumns,
  globalTable,
  groupRoles,
  tenantColumns,
  tenantTable,
} from '../database/tenant-entity.ts';

/** Policy of the one table whose own id is the account: a tenant sees and changes its own row only. */
export const ownAccountPolicy = "id = current_setting('app.account_id')";

/** A business that works with the installation: the tenant itself (spec commerce section 3). */
export const Account = defineEntity({
  ...globalTable('core', 'account', { tenant: 'ru', auth: 'cru' }),
  name: 'Account',
  rowLevelSecurity: 'force',
  policies: [
    { name: 'account_own', roles: [groupRoles.tenant], using: ownAccountPolicy, check: ownAccountPolicy },
    { name: 'account_auth', roles: [groupRoles.auth], using: 'true', check: 'true' },
  ],
  properties: {
    ...globalColumns(),
    slug: column.text(),
    name: column.text(),
    email: column.text().nullable(),
    phone: column.text().nullable(),
    website: column.text().nullable(),
    /** A logo that lies elsewhere; an uploaded one (`logoFileID`) goes before it. */
    logoUrl: column.text().nullable(),
    logoFileID: column.text().nullable(),
    accentColor: column.text().nullable(),
    plan: column.text().$type<'free' | 'pro'>().default('free'),
    /**
     * What the business does, as it says itself: `manufacturer`, `distributor`; free text of the spec's unshown values.
     */
    type: column.text().default('manufacturer'),
    onboardingStatus: column.text().$type<'pending' | 'complete'>().default('pending'),
    currency: column.text().default('USD'),
    timeZone: column.text().default('UTC'),
    locale: column.text().default('en-US'),
    billToAddress: column.json<AddressSnapshot>().nullable(),
    isDemo: column.boolean().default(false),
    /** Since when nobody works in it; see `closeAccount`. */
    closedAt: column.timestamp().nullable(),
    /** From a registration until its person proves their address: no mail leaves in its name. */
    isMailHeld: column.boolean().default(false),
    /** Names under which audiences of platform.config.ts have found the account; they stay when its slug changes. */
    audienceNames: column.textArray().defaultRaw("'{}'"),
  },
  uniques: [{ properties: ['slug'] }],
  checks: [
    { name: 'account_slug_form', expression: "slug ~ '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$'" },
    { name: 'account_accent', expression: "accent_color ~ '^#[0-9a-f]{6}$'" },
    { name: 'account_plan', expression: "plan in ('free', 'pro')" },
    { name: 'account_type', expression: "type in ('manufacturer', 'distributor', 'both')" },
    { name: 'account_onboarding', expression: "onboarding_status in ('pending', 'complete')" },
    { name: 'account_currency', expression: "currency ~ '^[A-Z]{3}$'" },
  ],
});
export type Account = InferEntity<typeof Account>;

/** Policy of the table whose rows are one account's without being its records. */
const ownSlugPolicy = "account_id = current_setting('app.account_id')";

/**
 * Slugs that accounts have, and those they gave up: nobody else gets one for 90 days, because links and bookmarks still
 * lead there.
 * The key says that each is one account's, also to an account that cannot see the others.
 */
export const AccountSlug = defineEntity({
  ...globalTable('core', 'account_slug', { tenant: 'cru', auth: 'crud' }),
  name: 'AccountSlug',
  rowLevelSecurity: 'force',
  policies: [
    { name: 'account_slug_own', roles: [groupRoles.tenant], using: ownSlugPolicy, check: ownSlugPolicy },
    { name: 'account_slug_auth', roles: [groupRoles.auth], using: 'true', check: 'true' },
  ],
  properties: {
    slug: column.id().primary(),
    /** Who has it, or had it and may have it back. */
    accountID: column.id(),
    freedAt: column.timestamp().nullable(),
  },
});
export type AccountSlug = InferEntity<typeof AccountSlug>;

/** A plugin that this account has, or had, switched on, with its settings. */
export const AccountPlugin = defineEntity({
  ...tenantTable('core', 'account_plugin', { auth: 'r' }),
  name: 'AccountPlugin',
  properties: {
    ...tenantColumns(),
    pluginID: column.id(),
    isEnabled: column.boolean().default(true),
    settings: column.json<Record<string, unknown>>().onCreate(() => ({})),
  },
  uniques: [{ properties: ['accountID', 'pluginID'] }],
});
export type AccountPlugin = InferEntity<typeof AccountPlugin>;
