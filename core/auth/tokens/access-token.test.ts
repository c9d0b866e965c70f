import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PasswordHashing } from '../../credentials/password-hash.ts';
import { hashCode, isSameSecret, newCode, newToken } from '../../credentials/secret-token.ts';
import { AccessTokens } from './access-token.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const claims = { userID: 'usr_1', sessionID: 'ses_1' };
const secret = 'a secret of an installation, long enough';

describe('AccessTokens', () => {
  const tokens = new AccessTokens(secret);

  it('signs for ten minutes what any process with the same secret accepts', async () => {
    const token = await tokens.sign(claims, now);
    const other = new AccessTokens(secret);
    expect(await other.verify(token, at(0))).toEqual(claims);
    expect(await other.verify(token, at(599))).toEqual(claims);
    expect(await other.verify(token, at(600))).toBeUndefined();
  });

  it('refuses other secrets, other types of token, other algorithms and rubbish', async () => {
    const token = await tokens.sign(claims, now);
    expect(await new AccessTokens(`${secret}!`).verify(token, now)).toBeUndefined();
    const [head = '', body = '', signature = ''] = token.split('.');
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const elsewhere = part({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'usr_2' });
    expect(await tokens.verify(`${head}.${elsewhere}.${signature}`, now)).toBeUndefined();
    expect(await tokens.verify(`${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`, now)).toBeUndefined();
    const symmetric = await new SignJWT({ sid: 'ses_1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('millwright')
      .setAudience('millwright-api')
      .setSubject('usr_1')
      .setIssuedAt(now)
      .setExpirationTime(at(600))
      .sign(Buffer.from(secret));
    expect(await tokens.verify(symmetric, now)).toBeUndefined();
    for (const rubbish of ['', 'a.b.c', 'x'.repeat(3_000), token.slice(0, -3)])
      expect(await tokens.verify(rubbish, now)).toBeUndefined();
  });
});

describe('passwords', () => {
  const passwords = new PasswordHashing();

  it('match in every normal form, and nothing matches a missing hash', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait, \u212bngstr\u00f6m');
    expect(await passwords.matches(stored, 'cafe\u0301 au lait, A\u030angstro\u0308m')).toBe(true);
    expect(await passwords.matches(stored, 'cafe au lait, Angstrom')).toBe(false);
    expect(await passwords.matches(null, 'no password has this many words in it')).toBe(false);
    expect(await passwords.matches(undefined, 'whatever it may be')).toBe(false);
  });

  it('know the parameters of their time', async () => {
    const today = await passwords.hash('gravel thimble orbit');
    expect(today).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwords.isCurrent(today)).toBe(true);
    expect(
      passwords.isCurrent('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A'),
    ).toBe(false);
  });

  it('are hashed many at once without losing any', async () => {
    const stored = await passwords.hash('gravel thimble orbit');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        passwords.matches(stored, index % 2 ? 'gravel thimble orbit' : 'something else'),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 24 }, (_, index) => index % 2 === 1));
  });
});

describe('secrets', () => {
  it('are random, of their form, and bound to the person and the installation', () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(newToken());
    expect(newCode()).toMatch(/^\d{6}$/);
    expect(hashCode('a', 'usr_1', '123456')).not.toBe(hashCode('a', 'usr_2', '123456'));
    expect(hashCode('a', 'usr_1', '123456')).not.toBe(hashCode('b', 'usr_1', '123456'));
    expect(isSameSecret('aa', 'aa')).toBe(true);
    expect(isSameSecret('aa', 'ab')).toBe(false);
    expect(isSameSecret('', 'ab')).toBe(false);
  });
});
