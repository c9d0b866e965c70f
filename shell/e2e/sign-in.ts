import type { Page } from 'playwright-core';
import { demoPassword } from '../../core/kernel/demo.ts';

/** Signs in through the form as a person would, and waits for the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel(/email/i).first().fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard**');
}
