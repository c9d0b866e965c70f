import { audit, changesOf, snapshotOf } from '../../audit/audit.ts';
import type { Registry } from '../../boot/registry/registry.ts';
import type { AccountPatch, AccountProfile, PublicAccount } from '../../contracts/accounts/account.contract.ts';
import { type CurrencyUse, type CurrencyUsePort, currencyProblems } from '../../contracts/amounts/currency.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { RegistrationDefaultsPort } from '../../contracts/plugins/registration-defaults-port.ts';
import { readableAccent } from '../../contracts/texts/accent-color.ts';
import { type AddressSnapshot, snapshotOfAddress } from '../../contracts/texts/address.ts';
import { fileProblems } from '../../contracts/work/file.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { readFile, removeFile, saveFile } from '../../files/file.service.ts';
import { logoUrlOf } from '../../files/logo-url.ts';
import type { FileScanner } from '../../files/scanning/file-scanner.ts';
import { isLeftUnchecked } from '../../files/scanning/scan-upload.ts';
import { contentTypeOfUpload } from '../../files/upload-rules.ts';
import type { AccountContext, OutsideContext, PersonContext } from '../../kernel/context/context.ts';
import { forgetAccess } from '../access/access.ts';
import { Party } from '../parties/party.entity.ts';
import { activeFlow, publicFlow } from '../registration-flow.ts';
import { Account } from './account.entity.ts';
import { changeSlug, isReservedSlug, slugTaken } from './slugs.ts';

/** Largest logo in bytes. */
const largestLogo = 2 * 1024 * 1024;
const fields = [
  'slug',
  'name',
  'email',
  'phone',
  'website',
  'logoUrl',
  'accentColor',
  'type',
  'onboardingStatus',
  'currency',
  'timeZone',
  'locale',
  'billToAddress',
] as const;

const profileOf = (account: Account): AccountProfile => ({
  id: account.id,
  slug: account.slug,
  name: account.name,
  email: account.email ?? null,
  phone: account.phone ?? null,
  website: account.website ?? null,
  logoUrl: logoUrlOf(account),
  logoURL: logoUrlOf(account),
  accentColor: account.accentColor ?? null,
  plan: account.plan,
  type: account.type as AccountProfile['type'],
  onboardingStatus: account.onboardingStatus,
  currency: account.currency,
  timeZone: account.timeZone,
  locale: account.locale,
  billToAddress: account.billToAddress ?? null,
  version: account.version,
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
});

/** The row of the context's account, locked if `hold`. @throws Problem 404 for any other id */
async function ownAccount(ctx: AccountContext, accountID: string, hold = false): Promise<Account> {
  if (accountID !== ctx.account.id) throw problems.not_found();
  if (hold) await sql`select id from core.account where id = ${accountID} for no key update`.execute(ctx.em.query());
  const account = await ctx.em.findOne(Account, { id: accountID });
  if (!account) throw problems.not_found();
  return account as Account;
}

/** The profile of the context's account. */
export const readAccount = async (ctx: AccountContext, accountID: string): Promise<AccountProfile> =>
  profileOf(await ownAccount(ctx, accountID));

/**
 * Refuses a change of the currency if amounts exist, and keeps other writers of the account waiting until the
 * transaction ends. Whoever writes at this moment is waited for: an amount of theirs refuses the change.
 * @throws Problem 409 `currency_in_use` naming the first record with an amount
 */
async function holdUnusedCurrency(ctx: AccountContext, currencyUses: readonly CurrencyUsePort[]): Promise<void> {
  // Checked before the lock too, so that an account with amounts keeps no writer waiting.
  await refuseUsedCurrency(ctx, currencyUses);
  await ctx.em.aloneInAccount();
  await refuseUsedCurrency(ctx, currencyUses);
}

/** @throws Problem 409 `currency_in_use` naming the first record with an amount, whose meaning would change */
async function refuseUsedCurrency(ctx: AccountContext, uses: readonly CurrencyUsePort[]): Promise<void> {
  const found: CurrencyUse[] = [];
  // Disabled plugins are checked too, because their amounts stay.
  for (const each of uses) found.push(...[(await each.firstUse(ctx)) ?? []].flat());
  const use = found.find(({ isDocument }) => isDocument) ?? found[0];
  if (!use) return;
  const { name, type, id } = use;
  throw currencyProblems.currency_in_use({
    message: `${name} is in ${ctx.account.currency}: the currency stays`,
    errors: [{ path: 'currency', message: `${name} is in ${ctx.account.currency}` }],
    details: { name, type, id },
  });
}

/**
 * Changes the profile.
 * @throws Problem 409 `duplicate` for a slug that exists, is reserved or was given up recently, 409 `currency_in_use`
 */
export async function changeAccount(
  ctx: AccountContext,
  kernel: { registry: Registry; currencyUses: readonly CurrencyUsePort[] },
  accountID: string,
  { version, billToAddress, ...patch }: AccountPatch,
): Promise<AccountProfile> {
  const account = await ownAccount(ctx, accountID, true);
  ctx.em.expectVersion(account, version);
  const before = snapshotOf(account, fields);
  const { slug, currency } = patch;
  if (currency !== undefined && currency !== account.currency) await holdUnusedCurrency(ctx, kernel.currencyUses);
  if (slug !== undefined && slug !== account.slug && !account.audienceNames.includes(slug))
    if (isReservedSlug(kernel.registry, slug)) slugTaken();
  if (slug !== undefined && slug !== account.slug) await changeSlug(ctx, account.slug, slug);
  ctx.em.assign(account, {
    ...patch,
    ...(billToAddress === undefined ? {} : { billToAddress: billToAddress && snapshotOfAddress(billToAddress) }),
  });
  if (patch.logoUrl !== undefined) await dropLogo(ctx, account);
  audit(ctx, {
    record: { type: 'account', id: account.id },
    action: 'updated',
    changes: changesOf(before, snapshotOf(account, fields), fields),
  });
  await ctx.em.flush();
  const self = (await ctx.em.get(Party, ctx.account.id)) as Party;
  self.name = account.name;
  self.email = account.email ?? null;
  await ctx.em.flush();
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
  return profileOf(account);
}

/**
 * Stores an uploaded logo in place of the previous one. Everybody sees it at once, so it is taken only if the scanner
 * has seen it.
 * @throws Problem 400 for a file that is no picture or infected, 413 above 2 MiB, 503 `file_not_scanned`
 */
export async function setLogo(
  ctx: OutsideContext,
  scanner: FileScanner,
  accountID: string,
  bytes: Uint8Array,
): Promise<{ photoUrl: string }> {
  await ctx.inTransaction((inner) => ownAccount(inner, accountID), { readOnly: true });
  const record = { type: 'account', id: accountID };
  // The scanner sees only what would be taken otherwise.
  await contentTypeOfUpload(bytes, 'logo', { largest: largestLogo, accepts: 'images' });
  if (await isLeftUnchecked(ctx, scanner, { name: 'logo', bytes, record })) throw fileProblems.file_not_scanned();
  return ctx.inTransaction(async (inner) => {
    const account = await ownAccount(inner, accountID, true);
    await dropLogo(inner, account);
    const file = await saveFile(inner, { name: 'logo', bytes, imagesOnly: true, largest: largestLogo });
    account.logoFileID = file.id;
    audit(inner, { record, action: 'logo_changed' });
    await inner.em.flush();
    return { photoUrl: logoUrlOf(account) as string };
  });
}

async function dropLogo(ctx: AccountContext, account: Account): Promise<void> {
  const fileID = account.logoFileID;
  if (!fileID) return;
  account.logoFileID = null;
  await ctx.em.flush();
  await removeFile(ctx, fileID);
}

/**
 * Runs work in the account with this slug, for open routes.
 * @throws Problem 404 for an unknown slug
 */
export async function inAccountOfSlug<T>(
  ctx: PersonContext,
  slug: string,
  work: (inner: AccountContext) => Promise<T>,
): Promise<T> {
  const account = await ctx.em.findOne(Account, { slug }, { fields: ['id'] });
  if (!account) throw problems.not_found();
  return ctx.inAccount(account.id, work);
}

/** The public part of the account. */
export async function publicProfile(
  ctx: AccountContext,
  defaults: RegistrationDefaultsPort | undefined,
): Promise<PublicAccount> {
  const account = await ownAccount(ctx, ctx.account.id);
  const flow = await activeFlow(ctx);
  return {
    id: account.id,
    name: account.name,
    logoUrl: logoUrlOf(account),
    accentColor: account.accentColor ? readableAccent(account.accentColor) : null,
    slug: account.slug,
    email: account.email ?? null,
    billToAddress: account.billToAddress ?? null,
    customerRegistrationFlow: flow && (await publicFlow(ctx, flow, defaults)),
  };
}

/** The uploaded logo. @throws Problem 404 if there is none, or the scanner has not seen it */
export async function readLogo(
  ctx: AccountContext,
): Promise<{ bytes: Uint8Array; contentType: string; maxAge: number }> {
  const { logoFileID } = await ownAccount(ctx, ctx.account.id);
  if (!logoFileID) throw problems.not_found();
  const { bytes, contentType, isUnchecked } = await readFile(ctx, logoFileID);
  if (isUnchecked) throw problems.not_found();
  return { bytes, contentType, maxAge: 86_400 };
}

/** The account's own address in the form that documents keep; null without one. */
export async function billToAddressOf(ctx: AccountContext): Promise<AddressSnapshot | null> {
  return (await ownAccount(ctx, ctx.account.id)).billToAddress ?? null;
}
