import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoPassword } from '../kernel/demo.ts';
import { withPage } from './browser.ts';

/** Signs in through the form as a person would, and waits for the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel(/email/i).first().fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard**');
}

/**
 * A fresh page of somebody of the demo who has signed in and is nowhere yet: the form has tests of its own, and two pages
 * less to load for every other. Fails if a screen threw meanwhile.
 */
export const withSignedIn = (
  browser: Browser,
  site: { url: string },
  email: string,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> =>
  withPage(browser, { baseURL: site.url }, async (page, { context, trouble }) => {
    const answer = await context.request.post('/api/auth/actions/login', {
      data: { identifier: email, password: demoPassword },
    });
    if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()} ${await answer.text()}`);
    await work(page, context);
    expect(trouble.errors).toEqual([]);
  });

/** What the API answers to who is signed in on the page: `apiAnswer<{ count: number }>(page, '/v1/customers')`. */
export async function apiAnswer<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(`/api${path}`);
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}
