import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '../../contracts/texts/address.ts';
import {
  column,
  globalColumns,
  globalTable,
  groupRoles,
  tenantColumns,
  tenantTable,
} from '../../database/tenant-entity.ts';

/** Policy of the account table, whose own id is the account: a tenant may read and change only its own row. */
export const ownAccountPolicy = "id = current_setting('app.account_id')";

/** An account, the tenant of the installation (spec commerce section 3). */
export const Account = defineEntity({
  ...globalTable('core', 'account', {
    tenant: 'ru',
    auth: 'cru',
    jobColumns: {
      select: ['id', 'time_zone', 'audience_names', 'closed_at', 'moving_since', 'moved_to', 'set_up_with'],
      update: [],
      why: 'a look of a scheduled job finds open accounts and their time zones; a start finds those to set up',
    },
  }),
  name: 'Account',
  rowLevelSecurity: 'force',
  policies: [
    { name: 'account_own', roles: [groupRoles.tenant], using: ownAccountPolicy, check: ownAccountPolicy },
    { name: 'account_auth', roles: [groupRoles.auth], using: 'true', check: 'true' },
    { name: 'account_job', roles: [groupRoles.job], command: 'select', using: 'true' },
  ],
  properties: {
    ...globalColumns(),
    slug: column.text(),
    name: column.text(),
    email: column.text().nullable(),
    phone: column.text().nullable(),
    website: column.text().nullable(),
    /** Address of an external logo; an uploaded logo (`logoFileID`) takes precedence. */
    logoUrl: column.text().nullable(),
    logoFileID: column.text().nullable(),
    accentColor: column.text().nullable(),
    plan: column.text().$type<'free' | 'pro'>().default('free'),
    /** Kind of business: `manufacturer`, `distributor`; free text for values that the spec does not list. */
    type: column.text().default('manufacturer'),
    onboardingStatus: column.text().$type<'pending' | 'complete'>().default('pending'),
    currency: column.text().default('USD'),
    timeZone: column.text().default('UTC'),
    locale: column.text().default('en-US'),
    billToAddress: column.json<AddressSnapshot>().nullable(),
    isDemo: column.boolean().default(false),
    /** Time of closing; see `closeAccount`. */
    closedAt: column.timestamp().nullable(),
    /** Start of a move to another installation; in a closed account, of the move that has brought this copy. */
    movingSince: column.timestamp().nullable(),
    /** Address of the installation where the account is now; the rows here are those of the time of the move. */
    movedTo: column.text().nullable(),
    /** True from a registration until the person's email is verified: no mail is sent in the account's name. */
    isMailHeld: column.boolean().default(false),
    /** Names in audiences of platform.config.ts that mean this account; they stay when its slug changes. */
    audienceNames: column.textArray().defaultRaw("'{}'"),
    /** Digest of the set-up of the account by `enableMissingPlugins`; null until it is complete. */
    setUpWith: column.text().nullable(),
  },
  uniques: [{ properties: ['slug'] }],
  checks: [
    { name: 'account_slug_form', expression: "slug ~ '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$'" },
    { name: 'account_accent', expression: "accent_color ~ '^#[0-9a-f]{6}$'" },
    { name: 'account_plan', expression: "plan in ('free', 'pro')" },
    { name: 'account_type', expression: "type in ('manufacturer', 'distributor', 'both')" },
    { name: 'account_onboarding', expression: "onboarding_status in ('pending', 'complete')" },
    {
      name: 'account_moved',
      expression: 'moved_to is null or (closed_at is not null and moving_since is null)',
    },
    { name: 'account_currency', expression: "currency ~ '^[A-Z]{3}$'" },
  ],
});
export type Account = InferEntity<typeof Account>;

/** Policy of tables whose rows belong to one account without being its records. */
const ownSlugPolicy = "account_id = current_setting('app.account_id')";

/**
 * Current slugs of accounts, and former ones, which stay reserved for 90 days because links and bookmarks still use
 * them. The key makes slugs unique, also for an account that cannot see the rows of others.
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
    /** The account that has the slug, or had it and may take it back. */
    accountID: column.id(),
    freedAt: column.timestamp().nullable(),
  },
});
export type AccountSlug = InferEntity<typeof AccountSlug>;

/** A plugin that is or was enabled for this account, with its settings. */
export const AccountPlugin = defineEntity({
  ...tenantTable('core', 'account_plugin', {
    auth: 'r',
    jobColumns: {
      select: ['account_id', 'plugin_id', 'is_enabled', 'settings'],
      update: [],
      why: 'a look of a scheduled job finds accounts that have its plugin, and those whose settings ask for it',
    },
  }),
  name: 'AccountPlugin',
  properties: {
    ...tenantColumns(),
    pluginID: column.id(),
    isEnabled: column.boolean().default(true),
    settings: column.json<Record<string, unknown>>().onCreate(() => ({})),
  },
  uniques: [{ properties: ['accountID', 'pluginID'] }],
  // Settings that somebody has set, for looks over all accounts.
  indexes: [{ name: 'account_plugin_set', properties: ['pluginID', 'accountID'], where: "settings <> '{}'::jsonb" }],
});
export type AccountPlugin = InferEntity<typeof AccountPlugin>;
