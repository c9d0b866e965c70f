import type { AddressSnapshot } from '@millwright/core/contracts';
import { describe, expect, it } from 'vitest';
import { orderNumberForm, provesOrder } from './order-proof.ts';

const address = (postalCode: string | null, email: string | null = null): AddressSnapshot => ({
  name: 'Dock',
  line1: null,
  line2: null,
  city: null,
  state: null,
  postalCode,
  country: 'US',
  phone: null,
  email,
  isDropShip: false,
});
const order = {
  shipTo: address('55806-1234', 'dock@lakeside.test'),
  billTo: address('SW1A 1AA'),
  emails: ['Buyer@Lakeside.test', null],
};

describe('an order is proved', () => {
  it.each([
    '55806-1234',
    '558061234',
    '55806',
    ' 55806 ',
    'sw1a1aa',
    'SW1A 1AA',
    'buyer@lakeside.test',
    'DOCK@lakeside.test',
  ])('by %s', (guess) => expect(provesOrder(order, guess)).toBe(true));

  it.each(['', ' ', '-', '@', '55807', '5580', '1234', 'sw1a', 'nobody@lakeside.test', 'lakeside.test'])(
    'not by "%s"',
    (guess) => expect(provesOrder(order, guess)).toBe(false),
  );

  it('never where it is not there or says nothing', () => {
    for (const guess of ['', '55806', 'buyer@lakeside.test', '-']) {
      expect(provesOrder(undefined, guess)).toBe(false);
      expect(provesOrder({ shipTo: null, billTo: address(''), emails: ['', null] }, guess)).toBe(false);
    }
  });

  it('by one of many addresses', () => {
    const emails = Array.from({ length: 30 }, (_, index) => `person${index}@lakeside.test`);
    expect(provesOrder({ shipTo: null, billTo: null, emails }, 'person29@lakeside.test')).toBe(true);
  });
});

it('a number may carry its sign', () => {
  expect([' # 1042', '1042 ', '#A-7'].map(orderNumberForm)).toEqual(['1042', '1042', 'A-7']);
});
