import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideProviderRole, decideProviderSignIn } from './decide-provider-sign-in.ts';

const person = fc.record({
  userID: fc.constantFrom('usr_a', 'usr_b'),
  isMember: fc.boolean(),
  hasMore: fc.boolean(),
  isAdmin: fc.boolean(),
  email: fc.constantFrom('a@mill.test', 'a@else.test'),
});
const facts = fc.record({
  claims: fc.record({
    email: fc.option(fc.constantFrom('a@mill.test', 'a@else.test', 'a@x.mill.test', 'a@mill.test@else.test')),
    isEmailVerified: fc.boolean(),
  }),
  domains: fc.constantFrom([], ['mill.test']),
  linked: fc.option(fc.tuple(person, fc.boolean()), { nil: undefined }),
  known: fc.option(person, { nil: undefined }),
  mayJoin: fc.boolean(),
});

describe('decideProviderSignIn', () => {
  it('opens nobody who belongs to others and has not linked it, and nothing by an email that is not proven', () => {
    fc.assert(
      fc.property(facts, ({ linked: pair, ...rest }) => {
        const linked = pair && { ...pair[0], isOwnWill: pair[1] };
        const decision = decideProviderSignIn({ ...rest, linked });
        if (decision.kind === 'refuse') return;
        if (decision.kind === 'sign_in') {
          expect(decision.userID).toBe(linked?.userID);
          const isOfEmail = !linked?.hasMore && !linked?.isAdmin && linked?.email === 'a@mill.test';
          expect(linked?.isMember && (linked.isOwnWill || (isOfEmail && rest.domains.length > 0))).toBe(true);
          return;
        }
        expect([linked, rest.claims, rest.domains]).toEqual([
          undefined,
          { email: 'a@mill.test', isEmailVerified: true },
          ['mill.test'],
        ]);
        if (decision.kind === 'link')
          expect(rest.known).toMatchObject({ userID: decision.userID, isMember: true, hasMore: false, isAdmin: false });
        else expect([rest.known, rest.mayJoin]).toEqual([undefined, true]);
      }),
    );
  });
});

describe('decideProviderRole', () => {
  const map = { roles: { sales: 'rol_rep', floor: 'rol_scan' }, usualRoleID: 'rol_user' };
  it.each([
    ['floor', 'rol_scan'],
    [['nothing', 'sales', 'floor'], 'rol_rep'],
    ['constructor', 'rol_user'],
    [undefined, 'rol_user'],
    [{ sales: 1 }, 'rol_user'],
  ])('of %j is %s', (claim, role) => expect(decideProviderRole(claim, map)).toBe(role));
  it('is none where there is no usual one', () =>
    expect(decideProviderRole('other', { ...map, usualRoleID: null })).toBeNull());
});
