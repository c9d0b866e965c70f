import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { newID } from '../../contracts/texts/id.ts';
import { defaultGrant, systemRoles } from '../../permissions/default-grants.ts';
import { Role, RolePermission } from '../../permissions/role.entity.ts';
import { enableMissingPlugins } from '../access/account-plugins.ts';
import { Party } from '../parties/party.entity.ts';
import type { Tenancy } from '../tenancy.ts';
import { Account, AccountSlug } from './account.entity.ts';
import { isReservedSlug, isSlugTaken, slugTaken } from './slugs.ts';

export interface NewAccount {
  /** Generated if missing. */
  id?: string;
  name: string;
  /** Derived from the name if missing. */
  slug?: string;
  email?: string;
  phone?: string;
  website?: string;
  plan?: 'free' | 'pro';
  type?: 'manufacturer' | 'distributor' | 'both';
  onboardingStatus?: 'pending' | 'complete';
  currency?: string;
  timeZone?: string;
  locale?: string;
  billToAddress?: Account['billToAddress'];
  isDemo?: boolean;
}

/** Largest length of a slug derived from a name, which leaves room for the suffix of a repeated name. */
const longestStem = 40;

const slugOf = (name: string): string => {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestStem)
    .replace(/^-|-$/g, '');
  return stem.length >= 3 ? stem : `account-${stem || newID('acc').slice(-6)}`;
};

/**
 * Creates an account with its system roles and its own party, then enables every installed plugin. `inTransaction` runs
 * in the same transaction of the auth role with the new account set, so its writes (the registering person, audit) are
 * committed with the account or not at all. Plugins are enabled in a second transaction, of the tenant role;
 * `enableMissingPlugins` completes it if the process dies between the two.
 * @throws Problem 409 `duplicate` for an existing slug.
 */
export async function createAccount(
  tenancy: Tenancy,
  input: NewAccount,
  inTransaction?: (
    em: EntityManager,
    account: { id: string; slug: string; adminRoleID: string },
  ) => Promise<void> | void,
): Promise<{ id: string; slug: string }> {
  const { id = newID('acc'), slug: wanted, ...fields } = input;
  const slug = await tenancy.database.runAsAuth({ accountID: id }, async (em) => {
    const free = await freeSlug(em, tenancy, input.name, wanted);
    em.persist(em.create(Account, { ...fields, id, slug: free }));
    em.persist(em.create(AccountSlug, { slug: free, accountID: id, freedAt: null }));
    em.persist(em.create(Party, { accountID: id, id, kind: 'self', name: input.name, email: input.email ?? null }));
    const adminRoleID = seedRoles(em, tenancy, id);
    await em.flush();
    await inTransaction?.(em, { id, slug: free, adminRoleID });
    return free;
  });
  await enableMissingPlugins(tenancy, id);
  return { id, slug };
}

async function freeSlug(
  em: EntityManager,
  { registry, clock }: Tenancy,
  name: string,
  wanted: string | undefined,
): Promise<string> {
  // Two concurrent accounts with the same name wait for each other here instead of violating the index.
  await sql`select pg_advisory_xact_lock(hashtext('core.account.slug'))`.execute(em.getKysely());
  const now = clock.now();
  const isTaken = (slug: string): Promise<boolean> => isSlugTaken(em, slug, now);
  if (wanted !== undefined) {
    // Only set-up and the command line choose a slug; they may use reserved words.
    if (await isTaken(wanted)) slugTaken();
    return wanted;
  }
  const stem = slugOf(name);
  if (isReservedSlug(registry, stem)) return `${stem}-${newID('acc').slice(-6)}`;
  // A random suffix instead of a counter, so that two concurrent registrations with the same name do not collide.
  return (await isTaken(stem)) ? `${stem}-${newID('acc').slice(-6)}` : stem;
}

/**
 * Creates the system roles with the default rights of the kernel's domains; plugins add theirs when they are enabled.
 */
function seedRoles(em: EntityManager, tenancy: Tenancy, accountID: string): string {
  const domains =
    tenancy.registry.plugins.find(({ definition }) => definition.id === 'core')?.definition.permissions ?? [];
  let adminRoleID = '';
  for (const role of systemRoles) {
    const id = newID('rol');
    if (role.type === 'admin') adminRoleID = id;
    em.persist(em.create(Role, { ...role, accountID, id, isSystem: true }));
    for (const domain of domains) {
      const grant = defaultGrant(domain, role.type);
      if (grant)
        em.persist(
          em.create(RolePermission, {
            accountID,
            role: em.getReference(Role, [accountID, id]),
            domain: domain.code,
            ...grant,
          }),
        );
    }
  }
  return adminRoleID;
}
