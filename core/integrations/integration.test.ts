import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIntegration, integrationCredentials } from '../contracts/work/integration.contract.ts';
import { type CoreAccounts, openCoreAccounts } from '../testing/kernel/core-accounts.ts';
import { CredentialVault, UnreadableSecretError } from './credential-vault.ts';
import { IntegrationService, maskOf } from './integration.service.ts';

const secret = 'the secret of this installation, long enough';
const stripe = {
  privateKey: 'sk_test_canaryPrivate1234',
  publishableKey: 'pk_test_canaryPublic5678',
  webhookSecret: 'whsec_canaryHook9012',
};

let test: CoreAccounts;
const vault = new CredentialVault(secret);
const integrations = new IntegrationService(vault);
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

const add = (name: string, key: 'a' | 'b' = 'a') =>
  test.inAccount(key, (ctx) => integrations.create(ctx, { name, code: 'stripe', isActive: true, credentials: stripe }));
const sealedOf = async (id: string): Promise<Record<string, string>> =>
  (await test.admin.query('select credentials from core.integration where id = $1', [id])).rows[0].credentials;
const store = (id: string, credentials: object) =>
  test.admin.query('update core.integration set credentials = $2 where id = $1', [id, JSON.stringify(credentials)]);
const open = (key: 'a' | 'b' = 'a', with_ = vault) =>
  test.inAccount(key, (ctx) => new IntegrationService(with_).credentialsOf(ctx, 'stripe'), { readOnly: true });

describe('credentials', () => {
  it.each([
    ['stripe', { ...stripe, privateKey: 'pk_x' }, 'Private key must start with sk_'],
    ['stripe', { ...stripe, publishableKey: 'sk_x' }, 'Publishable key must start with pk_'],
    ['stripe', { ...stripe, webhookSecret: 'x' }, 'Webhook secret must start with whsec_'],
    ['stripe', { ...stripe, privateKey: '' }, 'Private key is required'],
    ['stripe', { ...stripe, privateKey: 'sk_test_••••1234' }, 'Private key is not a whole key'],
    ['shippo', { apiKey: 'live_x' }, 'API key must start with shippo_live_ or shippo_test_'],
    ['ups', { clientId: 'x', clientSecret: 'y' }, 'Account number is required'],
  ] as const)('of %s are checked (%#)', (code, credentials, message) => {
    const parsed = createIntegration.body?.safeParse({ name: 'x', code, credentials });
    expect(parsed?.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('are accepted in full only, for a known code', () => {
    expect(integrationCredentials.stripe.safeParse(stripe).success).toBe(true);
    expect(
      createIntegration.body?.safeParse({ name: 'x', code: 'other', credentials: {} }).error?.issues[0]?.message,
    ).toBe('Code must be one of stripe, ups, shippo, practice_carrier');
    expect(createIntegration.body?.safeParse({ name: 'x', code: 'shippo', credentials: stripe }).success).toBe(false);
  });

  it('are masked to prefix and last characters', () => {
    expect(maskOf(stripe.privateKey)).toBe('sk_test_••••1234');
    expect(maskOf('short')).toBe('••••');
    expect(maskOf('sk_live_abc')).toBe('sk_live_••••');
  });
});

describe('integrations', () => {
  it('never answer, store or audit a secret in the clear', async () => {
    const created = await add('Cards');
    expect(created.credentials).toEqual({
      privateKey: 'sk_test_••••1234',
      publishableKey: 'pk_test_••••5678',
      webhookSecret: 'whsec_••••9012',
    });
    const updated = await test.inAccount('a', (ctx) =>
      integrations.update(ctx, created.id, {
        credentials: { privateKey: 'sk_test_canaryRenewed3456' },
        isActive: true,
        version: created.version,
      }),
    );
    expect(updated.credentials['privateKey']).toBe('sk_test_••••3456');
    const { rows } = await test.admin.query(
      `select row_to_json(i)::text as text from core.integration i
      union all select row_to_json(e)::text from core.audit_event e`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/canary/);
    expect((await open())[0]?.credentials).toEqual({ ...stripe, privateKey: 'sk_test_canaryRenewed3456' });
  });

  it('refuse wrong fields, stale versions and a second one of the same name', async () => {
    const { id, version } = await add('Refusals');
    const update = (body: Parameters<IntegrationService['update']>[2]) =>
      test.inAccount('a', (ctx) => integrations.update(ctx, id, body));
    await expect(update({ credentials: { privateKey: 'pk_1' } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'credentials.privateKey', message: 'Private key must start with sk_' }],
    });
    await expect(update({ credentials: { apiKey: 'x' } })).rejects.toMatchObject({
      errors: [{ path: 'credentials.apiKey', message: 'stripe has no such field' }],
    });
    await update({ name: 'Renamed' });
    await expect(update({ name: 'Again', version })).rejects.toMatchObject({ code: 'stale_version' });
    await expect(add('Renamed')).rejects.toThrow(/unique/);
  });

  it('are another account’s only', async () => {
    const { id } = await add('Only in a');
    const inB = <T>(work: Parameters<typeof test.inAccount<T>>[1]) => test.inAccount('b', work);
    expect(await inB((ctx) => integrations.list(ctx))).toEqual([]);
    await expect(inB((ctx) => integrations.update(ctx, id, { name: 'taken over' }))).rejects.toMatchObject({
      status: 404,
    });
    await expect(inB((ctx) => integrations.remove(ctx, id))).rejects.toMatchObject({ status: 404 });
    await test.inAccount('a', (ctx) => integrations.remove(ctx, id));
    expect((await test.inAccount('a', (ctx) => integrations.list(ctx))).map(({ name }) => name)).not.toContain(
      'Only in a',
    );
  });
});

describe('sealed secrets', () => {
  it('open no more when changed', async () => {
    const { id } = await add('Tampered', 'b');
    const sealed = await sealedOf(id);
    const [version, key, text = ''] = (sealed['privateKey'] ?? '').split('.');
    const flipped = `${text.slice(0, 30)}${text[30] === 'A' ? 'B' : 'A'}${text.slice(31)}`;
    await store(id, { ...sealed, privateKey: [version, key, flipped].join('.') });
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
    await store(id, { ...sealed, privateKey: 'v1.nothing' });
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
    await store(id, sealed);
    expect((await open('b'))[0]?.credentials).toEqual(stripe);
  });

  it('open in no other field, record or account', async () => {
    const { id: first } = await add('First', 'b');
    const { id: second } = await add('Second', 'b');
    const own = await sealedOf(first);
    await store(first, { ...own, privateKey: own['webhookSecret'] });
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
    await store(first, await sealedOf(second));
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
    await store(first, await sealedOf((await add('Elsewhere', 'a')).id));
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
    await store(first, own);
    expect(await open('b')).toHaveLength(3);
  });

  it('outlive a change of the installation’s secret', async () => {
    const renewed = new CredentialVault('quite another secret of the installation', [secret]);
    await expect(open('b', new CredentialVault('quite another secret of the installation'))).rejects.toThrow(
      UnreadableSecretError,
    );
    expect((await open('b', renewed))[0]?.credentials).toEqual(stripe);
    expect(await test.inAccount('b', (ctx) => renewed.reseal(ctx))).toBe(1);
    expect(await test.inAccount('b', (ctx) => renewed.reseal(ctx))).toBe(0);
    expect(await open('b', new CredentialVault('quite another secret of the installation'))).toHaveLength(3);
    await expect(open('b')).rejects.toThrow(UnreadableSecretError);
  });

  it('are taken out where the secret that sealed them is lost, and wait for new ones', async () => {
    const forgotten = await test.inAccount('b', (ctx) => vault.forgetUnreadable(ctx));
    expect(forgotten).toBe(3);
    expect(await test.inAccount('b', (ctx) => vault.forgetUnreadable(ctx))).toBe(0);
    expect(await open('b')).toEqual([]);
    await add('Entered again', 'b');
    expect(await open('b')).toHaveLength(1);
  });
});
