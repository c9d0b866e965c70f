import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFactorChange } from './decide-factor-change.ts';
import { relyingPartyOf } from './relying-party.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('decideFactorChange', () => {
  it('never allows what neither a password nor a sign-in of just now backs, nor what is unconfirmed', () => {
    fc.assert(
      fc.property(
        fc.record({
          hasPassword: fc.boolean(),
          isPasswordGiven: fc.boolean(),
          hasSecondFactor: fc.boolean(),
          isConfirmed: fc.boolean(),
          minutes: fc.integer({ min: 0, max: 20 }),
        }),
        ({ minutes, ...facts }) => {
          const decision = decideFactorChange({
            ...facts,
            signedInAt: new Date(now.getTime() - minutes * 60_000),
            now,
          });
          const isLocked = facts.hasSecondFactor && !facts.isConfirmed;
          expect(decision === 'confirm_first').toBe(isLocked);
          expect(decision === 'allow').toBe(!isLocked && !facts.hasPassword && minutes <= 10);
          expect(decision === 'check_password').toBe(!isLocked && facts.hasPassword && facts.isPasswordGiven);
        },
      ),
    );
  });
});

describe('relyingPartyOf', () => {
  it.each([
    ['https://orders.example.com', 'orders.example.com', 'https://orders.example.com'],
    ['https://orders.example.com:8443/mill', 'orders.example.com', 'https://orders.example.com:8443'],
    ['http://127.0.0.1:4000', 'localhost', 'http://localhost:4000'],
    ['http://[::1]:4000', 'localhost', 'http://localhost:4000'],
    ['http://localhost:4000', 'localhost', 'http://localhost:4000'],
  ])('of %s is %s', (baseURL, id, origin) => expect(relyingPartyOf(baseURL)).toEqual({ id, origin }));
  it.each(['http://10.0.0.5:4000', 'https://[2001:db8::1]'])('is none of %s, which is no name', (baseURL) =>
    expect(relyingPartyOf(baseURL)).toBeUndefined(),
  );
});
