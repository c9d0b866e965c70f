import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Kernel } from '../../boot/boot.ts';
import { demoPassword } from '../../boot/demo/demo.ts';
import { PersonMail } from '../../mail/people/person-mail.entity.ts';
import { withWarmPage } from './browser.ts';

/** Signs in through the form and waits for the dashboard. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel(/email/i).first().fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard**');
}

/**
 * A page of a signed-in demo person without any screen open. The sign-in form has its own tests, and skipping it saves
 * two page loads per test. Fails if a screen throws.
 */
export const withSignedIn = (
  site: { url: string },
  email: string,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> =>
  withWarmPage(site.url, async (page, { context, trouble }) => {
    const answer = await context.request.post('/api/auth/actions/login', {
      data: { identifier: email, password: demoPassword },
    });
    if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()} ${await answer.text()}`);
    await work(page, context);
    expect(trouble.errors).toEqual([]);
  });

/** Registers through the form with the mailed code and waits for the dashboard. */
export async function register(
  page: Page,
  { kernel }: { kernel: Kernel },
  person: { name: string; email: string; password: string },
): Promise<void> {
  await page.goto('/auth/register');
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').first().fill(person.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Prove your email' }).waitFor();
  const mail = await kernel.database.runAsAuth({ accountID: '', readOnly: true }, (em) =>
    em.findOneOrFail(
      PersonMail,
      { recipient: person.email, template: 'core.verification-code' },
      { orderBy: { id: 'desc' } },
    ),
  );
  // The stored secret is removed after sending; captured mails keep their text.
  const code = mail.props?.['code'] ?? />\s*(\d{6})\s*</.exec(mail.html ?? '')?.[1];
  await page.getByLabel('Code').fill(String(code));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard**');
}

/** A reply of the API to the person signed in on the page: `apiAnswer<{ count: number }>(page, '/v1/customers')`. */
export async function apiAnswer<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(`/api${path}`);
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}
