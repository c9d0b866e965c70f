import type { CredentialVault } from '../../integrations/credential-vault.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The secrets that sign deliveries now: the current one, then the one before a rotation while it is valid. */
export async function secretsOf(
  vault: CredentialVault,
  ctx: AccountContext,
  { id, sealed, previousExpiresAt }: WebhookEndpoint,
): Promise<string[]> {
  const isPreviousValid = previousExpiresAt && previousExpiresAt > ctx.clock.now();
  const wanted = Object.entries(sealed).filter(([name]) => name === 'secret' || isPreviousValid);
  const { secret = '', previous } = await vault.openFields(ctx, id, Object.fromEntries(wanted));
  return previous === undefined ? [secret] : [secret, previous];
}
