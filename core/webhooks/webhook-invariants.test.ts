import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corePlugin } from '../boot/core-plugin/core-plugin.ts';
import { newID } from '../contracts/texts/id.ts';
import type { WebhookEndpointStatus } from '../contracts/work/webhook.contract.ts';
import { webhookRow } from '../events/webhook-rows.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../testing/kernel/test-kernel.ts';
import { violationsOf } from '../testing/kernel/violations.ts';
import { WebhookEndpoint } from './endpoint/webhook-endpoint.entity.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([]);
});
afterAll(() => kernel?.stop());

/** Writes an endpoint in a state, and a delivery that waits at it since this many minutes. */
async function waitAt(status: WebhookEndpointStatus, minutes: number): Promise<void> {
  const endpointID = newID('whe');
  await kernel.a.run(async (ctx) => {
    const heard = { events: ['*'], scopes: ['webhooks:read'], sealed: {}, secretHint: '', createdByName: 'Tess Ter' };
    ctx.em.create(WebhookEndpoint, { id: endpointID, name: endpointID, url: 'https://a.example/', status, ...heard });
    const record = { type: 'webhook_endpoint', id: endpointID };
    const fact = { id: newID('evt'), type: 'core.webhook.off', record, body: '{}', createdAt: ctx.clock.now() };
    ctx.em.append('core.webhook_delivery', webhookRow(endpointID, fact));
  });
  // The check goes by the time of PostgreSQL.
  await kernel.a.run((ctx) =>
    sql`update core.webhook_delivery set created_at = now() - ${minutes} * interval '1 minute'
      where account_id = ${ctx.account.id} and endpoint_id = ${endpointID}`.execute(ctx.em.query()),
  );
}

it('finds a delivery that has waited at an endpoint that is off', async () => {
  await waitAt('active', 20);
  // Written by a process that has not yet heard of the change.
  await waitAt('off', 1);
  expect(await violationsOf(kernel.a, corePlugin)).toEqual([]);
  await waitAt('off', 20);
  expect(await violationsOf(kernel.a, corePlugin)).toEqual([
    expect.stringMatching(/^nothing waits at a webhook endpoint that is off: \[{"id":"whd_\w+"}\]$/),
  ]);
});
