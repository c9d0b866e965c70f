import { expect, it } from 'vitest';
import { useCrashSite } from './server/crash-site.ts';
import { CrashReceiver } from './work/webhook-crash.ts';

const site = useCrashSite('ledger');

it('kill -9 of the server and of a receiver in the middle of webhooks tells everything under its own id', {
  timeout: 600_000,
}, async () => {
  const receiver = await CrashReceiver.open(site());
  await receiver.kill(4);
  await receiver.expectAllTold();
  // A receiver that has taken a call whose answer was lost gets the same id again.
  expect(receiver.repeated).toBeGreaterThan(0);
  await site().expectLaws();
  await receiver.close();
});
