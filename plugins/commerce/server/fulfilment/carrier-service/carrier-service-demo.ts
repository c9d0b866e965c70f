import type { AccountContext, IntegrationService } from '@millwright/core/server';

/**
 * Connects a demo account to the practice carrier, whose labels no carrier accepts. Labels need an address to ship
 * from.
 */
export async function connectPracticeCarrier(ctx: AccountContext, integrations: IntegrationService): Promise<void> {
  if (await integrations.isConnected(ctx, 'practice_carrier')) return;
  await integrations.create(ctx, {
    name: 'Practice carrier',
    code: 'practice_carrier',
    isActive: true,
    credentials: {},
  });
}
