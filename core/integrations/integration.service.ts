import { audit, changesOf } from '../audit/audit.ts';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { newID } from '../contracts/texts/id.ts';
import {
  type createIntegration,
  type IntegrationCode,
  type IntegrationReply,
  integrationCredentials,
  mixedKeysFault,
  type updateIntegration,
} from '../contracts/work/integration.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { CredentialVault } from './credential-vault.ts';
import { Integration } from './integration.entity.ts';

/** Prefixes that are not secret and distinguish test keys from live ones. */
const shownPrefix = /^(?:(?:sk|pk)_(?:live_|test_)?|whsec_|shippo_(?:live|test)_)/;

/** The visible part of a secret: its prefix and, if it is long enough, its last four characters. */
export function maskOf(secret: string): string {
  const prefix = shownPrefix.exec(secret)?.[0] ?? '';
  const rest = secret.slice(prefix.length);
  return `${prefix}••••${rest.length >= 12 ? rest.slice(-4) : ''}`;
}

const masksOf = (credentials: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(credentials).map(([field, value]) => [field, maskOf(value)]));

const replyOf = (integration: Integration): IntegrationReply => ({
  id: integration.id,
  name: integration.name,
  code: integration.code,
  isActive: integration.isActive,
  credentials: integration.masks,
  version: integration.version,
  createdAt: integration.createdAt.toISOString(),
  updatedAt: integration.updatedAt.toISOString(),
});

/** Whether the account has an active integration of this kind. */
export const isConnected = async (ctx: AccountContext, code: IntegrationCode): Promise<boolean> =>
  (await ctx.em.findOne(Integration, { accountID: ctx.account.id, code, isActive: true })) !== null;

/** Integrations of an account. Secrets are stored and used, but never returned, logged or audited. */
export class IntegrationService {
  readonly #vault: CredentialVault;

  constructor(vault: CredentialVault) {
    this.#vault = vault;
  }

  async list(ctx: AccountContext): Promise<IntegrationReply[]> {
    const found = await ctx.em.find(
      Integration,
      { accountID: ctx.account.id },
      { orderBy: [{ name: 'asc' }, { id: 'asc' }] },
    );
    return found.map(replyOf);
  }

  async create(
    ctx: AccountContext,
    input: EndpointRequest<typeof createIntegration>['body'],
  ): Promise<IntegrationReply> {
    refuseMixedKeys(input.code, input.credentials);
    const id = newID('int');
    const integration = ctx.em.create(Integration, {
      id,
      name: input.name,
      code: input.code,
      isActive: input.isActive,
      credentials: await this.#vault.sealFields(ctx, id, input.credentials),
      masks: masksOf(input.credentials),
    });
    await ctx.em.flush();
    audit(ctx, { record: { type: 'integration', id }, action: 'created' });
    return replyOf(integration);
  }

  async update(
    ctx: AccountContext,
    id: string,
    input: EndpointRequest<typeof updateIntegration>['body'],
  ): Promise<IntegrationReply> {
    const integration = await ctx.em.getForUpdate(Integration, id);
    ctx.em.expectVersion(integration, input.version);
    const before = { name: integration.name, isActive: integration.isActive, credentials: integration.masks };
    ctx.em.assign(integration, { name: input.name, isActive: input.isActive });
    const given = checkedFields(integration.code, input.credentials ?? {});
    if (Object.keys(given).length) {
      refuseMixedKeys(integration.code, { ...integration.masks, ...given });
      integration.credentials = { ...integration.credentials, ...(await this.#vault.sealFields(ctx, id, given)) };
      integration.masks = { ...integration.masks, ...masksOf(given) };
    }
    await ctx.em.flush();
    const after = { name: integration.name, isActive: integration.isActive, credentials: integration.masks };
    const changes = changesOf(before, after, ['name', 'isActive', 'credentials']);
    // Two different keys may have the same mask, so replaced credentials count as a change too.
    const isRenewed = Object.keys(given).length > 0;
    if (changes.length || isRenewed)
      audit(ctx, {
        record: { type: 'integration', id },
        action: 'updated',
        changes,
        ...(isRenewed ? { note: `New values: ${Object.keys(given).join(', ')}` } : {}),
      });
    return replyOf(integration);
  }

  async remove(ctx: AccountContext, id: string): Promise<void> {
    const integration = await ctx.em.getForUpdate(Integration, id);
    ctx.em.remove(integration);
    await ctx.em.flush();
    audit(ctx, { record: { type: 'integration', id }, action: 'deleted', note: integration.name });
  }

  /** Whether the account has an active integration of this kind. */
  async isConnected(ctx: AccountContext, code: IntegrationCode): Promise<boolean> {
    return isConnected(ctx, code);
  }

  /** The decrypted credentials of the active integrations of a kind, or only the given fields. */
  async credentialsOf(
    ctx: AccountContext,
    code: IntegrationCode,
    fields?: readonly string[],
  ): Promise<{ id: string; name: string; credentials: Record<string, string> }[]> {
    const found = await ctx.em.find(
      Integration,
      { accountID: ctx.account.id, code, isActive: true },
      { orderBy: [{ name: 'asc' }, { id: 'asc' }] },
    );
    const opened: { id: string; name: string; credentials: Record<string, string> }[] = [];
    for (const { id, name, credentials } of found) {
      const wanted = Object.entries(credentials).filter(([field]) => fields?.includes(field) ?? true);
      opened.push({ id, name, credentials: await this.#vault.openFields(ctx, id, Object.fromEntries(wanted)) });
    }
    return opened;
  }
}

/** @throws Problem 400 if one key is live and the other for practice, which their masks show */
function refuseMixedKeys(code: IntegrationCode, keys: Readonly<Record<string, string>>): void {
  const message = code === 'stripe' ? mixedKeysFault(keys) : undefined;
  if (message) throw problems.invalid_input({ errors: [{ path: 'credentials.publishableKey', message }] });
}

/** The given fields of a kind of integration, each validated separately. */
function checkedFields(code: IntegrationCode, given: Readonly<Record<string, string>>): Record<string, string> {
  const checked = integrationCredentials[code].partial().safeParse(given);
  if (checked.success) return checked.data as Record<string, string>;
  throw problems.invalid_input({
    errors: checked.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: `credentials.${key}`, message: `${code} has no such field` }))
        : [{ path: ['credentials', ...issue.path].join('.'), message: issue.message }],
    ),
  });
}
