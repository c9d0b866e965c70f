// Needs pages of two origins and cookies of both.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmailLog } from '../../core/mail/log/email-log.entity.ts';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { apiAnswer, register } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';
import { openTestOidcProvider, type TestOidcProvider } from '../../core/testing/stand-ins/oidc-provider.ts';

let site: TestSite;
let provider: TestOidcProvider;
/** The account with the sign-in provider. */
let slug = '';
/** TXT records by name. */
const texts = new Map<string, string[]>();

beforeAll(async () => {
  site = await openTestSite({
    providerNetworks: ['127.0.0.0/8'],
    domainTexts: { of: async (name) => texts.get(name) ?? [] },
  });
  provider = await openTestOidcProvider(`${site.url}/auth/provider`);
});
afterAll(async () => {
  await site?.close();
  await provider?.close();
});

const admin = { name: 'Robin Hale', email: 'robin@mill.test', password: 'gravel thimble orbit' };

interface People {
  items: { email: string; role: string; lastMethod: string | null }[];
}

/** Signs in through the provider's page and comes back. */
async function comeIn(page: Page, account: string, subject: string): Promise<void> {
  provider.seat(subject);
  await page.goto('/auth/login');
  await page.getByRole('link', { name: /with your company/i }).press('Enter');
  await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor();
  await page.getByLabel('Short name of the account').fill(account);
  await page.keyboard.press('Enter');
}

/** Another account that has invited Kim: its id and the link of the mail. */
async function invitedElsewhere(): Promise<{ accountID: string; link: string }> {
  let accountID = '';
  await withPage({ baseURL: site.url }, async (page) => {
    await register(page, site, { name: 'Toni Else', email: 'toni@else.test', password: 'harbor kettle violin' });
    const { currentAccount } = await apiAnswer<{ currentAccount: { id: string } }>(page, '/v1/me/tenancy');
    accountID = currentAccount.id;
    const roles = await apiAnswer<{ items: { id: string; code: string }[] }>(page, '/v1/roles');
    const answer = await page.request.post(`/api/v1/accounts/${accountID}/users`, {
      data: { email: 'kim@mill.test', name: 'Kim', roleID: roles.items.find(({ code }) => code === 'user')?.id },
    });
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)]);
  });
  await (await site.kernel.jobs()).idle();
  const mail = await site.kernel.database.runAsAuth({ accountID, readOnly: true }, (em) =>
    em.findOneOrFail(EmailLog, { accountID, template: 'core.invitation' }),
  );
  const found = /\/invitation\?token=[\w-]+/.exec(`${mail.props?.['link'] ?? ''} ${mail.html ?? ''}`)?.[0];
  return { accountID, link: found ?? '' };
}

/**
 * A session from the account's provider may not join other accounts. Kim joins with the mailed link instead, which ends
 * that session.
 */
async function joinAnother(through: Page): Promise<void> {
  const { accountID, link } = await invitedElsewhere();
  const token = link.split('=').at(-1);
  const refused = await through.request.post('/api/auth/actions/accept-invitation', { data: { token } });
  expect([refused.status(), await refused.json()]).toMatchObject([403, { code: 'provider_person_of_others' }]);
  await through.goto('/auth/second-factor');
  await through.getByRole('heading', { name: 'Sign in yourself' }).waitFor();
  await through.getByText(/^You came in through .*\. Sign in yourself for this/).waitFor();
  await screenshot(through, 'provider-person-elsewhere');
  await expectNoAxeViolations(through);
  await withPage({ baseURL: site.url }, async (own) => {
    await own.goto(link);
    await own.getByLabel('Password').fill('ribbon walnut lantern');
    await own.getByRole('button', { name: 'Accept and create a sign-in' }).press('Enter');
    await own.waitForURL('**/dashboard**');
    const { currentAccount } = await apiAnswer<{ currentAccount: { id: string } }>(own, '/v1/me/tenancy');
    expect(currentAccount.id).toBe(accountID);
    await own.goto('/dashboard/customers');
    await own.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  });
  await through.goto('/dashboard');
  await through.waitForURL('**/auth/login**');
}

describe('the sign-in provider of an account', () => {
  it('is set up by an administrator, takes people in with their role, and tells whom it refuses why', () =>
    withPage({ baseURL: site.url }, async (page, { trouble }) => {
      await register(page, site, admin);
      const { currentAccount } = await apiAnswer<{ currentAccount: { id: string; slug: string } }>(
        page,
        '/v1/me/tenancy',
      );
      slug = currentAccount.slug;
      await page.goto('/dashboard/account/security');
      const section = page.getByRole('region', { name: 'Single sign-on' });
      await section.getByRole('button', { name: 'Set up' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Issuer').fill('http://127.0.0.1:1');
      await dialog.getByLabel('Client ID').fill(provider.client.id);
      await dialog.getByLabel('Client secret').fill(provider.client.secret);
      await dialog.getByLabel('Email domains').fill('mill.test');
      await dialog.getByLabel('Claim with the role').fill('groups');
      await dialog.getByLabel('Roles by claim').fill('floor = Scanner');
      await dialog.getByLabel('Your password').fill(admin.password);
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('The provider cannot be asked').first().waitFor();
      await dialog.getByLabel('Issuer').fill(provider.issuer);
      await screenshot(page, 'provider-set-up');
      await expectNoAxeViolations(page);
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await section.getByText('Not proven').waitFor();
      await section.getByRole('button', { name: 'Prove it: mill.test' }).press('Enter');
      texts.set('_millwright.mill.test', ['millwright-account=acc_of_somebody_else']);
      await dialog.getByRole('button', { name: 'Look now' }).press('Enter');
      await dialog.getByText('Found there instead: millwright-account=acc_of_somebody_else').waitFor();
      await screenshot(page, 'provider-domain');
      await expectNoAxeViolations(page);
      texts.set('_millwright.mill.test', [`millwright-account=${currentAccount.id}`]);
      await dialog.getByRole('button', { name: 'Look now' }).press('Enter');
      await section.getByText('Proven', { exact: true }).waitFor();
      await screenshot(page, 'provider-on');

      provider.people.set('sub-floor', {
        email: 'kim@mill.test',
        email_verified: true,
        name: 'Kim Floor',
        groups: ['floor'],
      });
      await withPage({ baseURL: site.url }, async (newcomer) => {
        await comeIn(newcomer, currentAccount.slug, 'sub-floor');
        await newcomer.waitForURL((url) => url.origin === site.url && !url.pathname.startsWith('/auth'));
        await screenshot(newcomer, 'provider-newcomer');
      });
      const { items } = await apiAnswer<People>(page, '/v1/security/members');
      expect(items.find(({ email }) => email === 'kim@mill.test')).toMatchObject({
        role: 'Scanner',
        lastMethod: 'provider',
      });

      provider.people.set('sub-else', { email: 'kim@else.test', email_verified: true, groups: ['floor'] });
      provider.people.set('sub-nobody', { email: 'nobody@mill.test', email_verified: true });
      for (const [subject, sentence] of [
        ['sub-else', 'The provider names no verified email of this account’s domains'],
        ['sub-nobody', 'You are no member of this account, and it takes nobody in by itself'],
      ] as const)
        await withPage({ baseURL: site.url }, async (stranger) => {
          await comeIn(stranger, currentAccount.slug, subject);
          await stranger.getByText(sentence).waitFor();
          await screenshot(stranger, 'provider-refused');
          await expectNoAxeViolations(stranger);
          await stranger.getByRole('link', { name: 'Sign in another way' }).press('Enter');
          await stranger.waitForURL('**/auth/login');
        });

      provider.people.set('sub-admin', { email: admin.email, email_verified: true });
      provider.seat('sub-admin');
      await page.goto('/dashboard/profile');
      const own = page.getByRole('region', { name: 'Second factor' });
      await own.getByRole('button', { name: 'Link it' }).press('Enter');
      await page.getByLabel('Your password').fill(admin.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await page.goto('/dashboard/profile');
      await own.getByRole('button', { name: 'Unlink it' }).press('Enter');
      await page.getByLabel('Your password').fill(admin.password);
      await screenshot(page, 'provider-unlink');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Enter');
      await own.getByRole('button', { name: 'Link it' }).waitFor();
      expect(trouble.errors).toEqual([]);
    }));

  it('makes nobody of whom it names elsewhere, and ends where that person joins another account', () =>
    withPage({ baseURL: site.url }, async (through) => {
      await comeIn(through, slug, 'sub-floor');
      await through.waitForURL((url) => url.origin === site.url && !url.pathname.startsWith('/auth'));
      await joinAnother(through);
    }));
});
