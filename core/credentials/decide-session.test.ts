import { describe, expect, it } from 'vitest';
import { mayAct, type ProviderOfSession } from './decide-session.ts';

const through = (change: Partial<ProviderOfSession> = {}): ProviderOfSession => ({
  accountID: 'acc_a',
  accountName: 'Northfield',
  isOwnLink: false,
  ...change,
});
const work = (change: object = {}) => ({
  accountID: 'acc_a',
  isAdmin: false,
  isOfPortal: false,
  isOnlyWay: false,
  ...change,
});

describe('mayAct', () => {
  it.each([
    ['a session of its own works anywhere', null, work({ accountID: 'acc_b', isAdmin: true }), 'allow'],
    ['and is about its person', null, 'person', 'allow'],
    ['a provider signs in to its account', through(), work(), 'allow'],
    ['to no other', through({ isOwnLink: true }), work({ accountID: 'acc_b' }), 'provider_person_of_others'],
    [
      'not even as staff that has only this way',
      through(),
      work({ accountID: 'acc_b', isOnlyWay: true }),
      'provider_person_of_others',
    ],
    ['says nothing about the person', through({ isOwnLink: true }), 'person', 'provider_person_of_others'],
    ['reads who is signed in', through(), 'session', 'allow'],
    ['hinders nobody from what is open', through(), 'open', 'allow'],
    ['makes no administrators by email', through(), work({ isAdmin: true }), 'provider_link_needed'],
    ['but lets those in who linked it', through({ isOwnLink: true }), work({ isAdmin: true }), 'allow'],
    ['the only way keeps staff of other ways out', null, work({ isOnlyWay: true }), 'provider_sign_in_required'],
    ['no administrators', null, work({ isOnlyWay: true, isAdmin: true }), 'allow'],
    ['no portals', null, work({ isOnlyWay: true, isOfPortal: true }), 'allow'],
    ['and lets staff of it in', through(), work({ isOnlyWay: true }), 'allow'],
  ] as const)('%s', (_, session, act, decision) => expect(mayAct(session, act)).toBe(decision));
});
