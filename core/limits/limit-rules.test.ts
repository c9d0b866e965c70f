import { expect, it } from 'vitest';
import { limit, limitRules, spendOfNetwork } from './limiter.ts';

it('rules by what strangers can write are these, and none of them may refuse anybody', () => {
  const named = Object.values(limitRules).filter(({ of }) => of === 'named');
  expect(named.map(({ name }) => name)).toEqual([
    'reset.identifier',
    'register.address',
    'register.code',
    'invitation.address',
    'device.account',
    'widget-sign-in.person',
  ]);
  const refusing = [
    // @ts-expect-error A rule by a name is no rule to refuse by.
    () => limit({}, limitRules.registerAddress, '', new Date(0)),
    // @ts-expect-error Nor is it one of networks.
    () => spendOfNetwork({}, limitRules.resetPerIdentifier, '', new Date(0)),
  ];
  expect(refusing).toHaveLength(2);
});
