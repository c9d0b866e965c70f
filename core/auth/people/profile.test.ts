import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../contracts/sign-in/auth.contract.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { bootAuthFixture, codeOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

describe('me', () => {
  it('changes oneself and nobody else', async () => {
    const { browser, id } = await auth.registered();
    const other = await auth.registered();
    const changed = await browser.send('PATCH', `/v1/users/${id}`, {
      name: 'Robin Q. Hale',
      image: 'https://pictures.example.com/r.png',
      colorScheme: 'dark',
      preferences: { 'table.density': 'compact', pageSize: 100 },
    });
    expect(changed.body).toMatchObject({
      name: 'Robin Q. Hale',
      colorScheme: 'dark',
      preferences: { 'table.density': 'compact', pageSize: 100 },
    });
    const again = await browser.send<Person>('PATCH', `/v1/users/${id}`, { preferences: { pageSize: null } });
    expect(again.body.preferences).toEqual({ 'table.density': 'compact' });
    const { body: own } = await browser.send<Person>('GET', `/v1/users/${id}`);
    expect((await browser.send('GET', '/v1/me')).body).toEqual({ ...own, type: 'user' });
    for (const path of [`/v1/users/${other.id}`, '/v1/users/usr_nobody']) {
      expect((await browser.send('GET', path)).status).toBe(404);
      expect((await browser.send('PATCH', path, { name: 'Stolen' })).status).toBe(404);
    }
    const { rows } = await auth.admin.query('select name, image from core.member where user_id = $1', [id]);
    expect(rows).toEqual([{ name: 'Robin Q. Hale', image: 'https://pictures.example.com/r.png' }]);
  });

  it('refuses stale versions, taken usernames, privileges and bad values', async () => {
    const { browser, id } = await auth.registered();
    const other = await auth.registered();
    await other.browser.send('PATCH', `/v1/users/${other.id}`, { username: 'taken.name' });
    const { version } = (await browser.send<Person>('GET', '/v1/me')).body;
    expect((await browser.send('PATCH', `/v1/users/${id}`, { name: 'One', version })).status).toBe(200);
    expect(codeOf(await browser.send('PATCH', `/v1/users/${id}`, { name: 'Two', version }))).toBe('stale_version');
    expect(codeOf(await browser.send('PATCH', `/v1/users/${id}`, { username: 'TAKEN.name' }))).toBe('username_taken');
    for (const body of [
      { isOperator: true },
      { email: 'x@example.com' },
      { username: 'a@b.c' },
      { colorScheme: 'pink' },
      { image: 'javascript:alert(1)' },
      { name: 'a\u0000b' },
      { preferences: { 'a b': 1 } },
      { preferences: { x: {} } },
    ])
      expect((await browser.send('PATCH', `/v1/users/${id}`, body)).status, JSON.stringify(body)).toBe(400);
    expect((await browser.send('GET', '/v1/me')).body).toMatchObject({ name: 'One', isOperator: false });
  });

  it('works in the account of the tab, else in the one chosen last', async () => {
    const { browser, id } = await auth.registered();
    const first = (await browser.tenancy()).currentAccount;
    const host = await auth.registered();
    const second = (await host.browser.tenancy()).currentAccount;
    expect(codeOf(await browser.send('PUT', '/v1/me/tenancy', { accountID: second.id }))).toBe('account_required');
    await auth.addMember({
      accountID: second.id,
      id: 'mem_second',
      userID: id,
      email: 'me@elsewhere.example',
      role: 'scanner',
    });
    expect((await browser.tenancy({ 'account-id': second.id })).currentAccount).toMatchObject({
      id: second.id,
      roleType: 'scanner',
    });
    expect((await browser.send('PUT', '/v1/me/tenancy', { accountID: second.id })).body).toMatchObject({
      currentAccount: { id: second.id },
    });
    expect(await auth.kernel.core.auth.currentAccountID(id)).toBe(second.id);
    expect((await browser.tenancy({ 'account-id': first.id })).currentAccount.id).toBe(first.id);
    expect((await browser.tenancy()).availableAccounts).toHaveLength(2);
    await auth.admin.query("update core.member set status = 'suspended' where id = 'mem_second'");
    expect((await browser.tenancy({ 'account-id': second.id })).currentAccount.id).toBe(first.id);
    expect(await auth.kernel.core.auth.currentAccountID(id)).toBe(first.id);
  });
});

describe('API keys', () => {
  const secret = 'sk_live_abcdefgh_0123456789012345678901234567890123';
  const keyID = 'ak_01h455vb4pex5vsknk084sn02q';

  it('open their own account only, until they expire or are revoked, and note their use', async () => {
    const { browser } = await auth.registered();
    const accountID = (await browser.tenancy()).currentAccount.id;
    await auth.admin.query(
      `insert into core.api_key (account_id, id, name, secret_hash, secret_hint, scopes, created_by_name,
        created_at, updated_at, version)
       values ($1, $2, 'Shop', $3, 'sk_live_', '{products:read}', 'Me', now(), now(), 1)`,
      [accountID, keyID, hashToken(secret)],
    );
    const present = (id: string, given: string) => auth.kernel.core.auth.authenticateKey(id, given, '127.0.0.1');
    const use = () => present(keyID, secret);
    expect(await use()).toEqual({
      actor: { type: 'api_key', id: keyID, name: 'Shop' },
      via: 'key',
      isOperator: false,
      key: { id: keyID, accountID },
    });
    expect(await present(keyID, `${secret}x`)).toBeUndefined();
    expect(await present(keyID, '')).toBeUndefined();
    expect(await present('ak_01h455vb4pex5vsknk084sn02r', secret)).toBeUndefined();
    expect(await present("ak_' or true", secret)).toBeUndefined();
    const { rows } = await auth.admin.query('select last_used_at from core.api_key where id = $1', [keyID]);
    expect(rows[0].last_used_at).toEqual(auth.clock.now());
    await auth.admin.query('update core.api_key set revoked_at = now() where id = $1', [keyID]);
    auth.clock.advance(10_000);
    expect(await use()).toBeUndefined();
  });
});
