import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

const count = (most: number) =>
  z
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'Must be at least 1' })
    .max(most, { error: `Must be at most ${most.toLocaleString('en-US')}` });

const names = {
  /**
   * When supply counts that should have come by now: from the day after today, or not at all until it has a new date.
   */
  lateSupply: z.enum(['tomorrow', 'never'], { error: 'Must be tomorrow or never' }),
  /** Orders that the people of a customer may hold stock for at the same time, together. */
  portalHolds: count(20),
  /** Lines of all of them. */
  portalHoldLines: count(500),
  /** Their value at list prices, in times of the customer's largest order. */
  portalHoldOrders: z
    .number({ error: 'Must be a number' })
    .min(0, { error: 'Must be at least 0' })
    .max(100, { error: 'Must be at most 100' }),
  /** The value that may be held by customers who have ordered nothing, or little, yet. */
  portalHoldLeast: z
    .number({ error: 'Must be a number' })
    .min(0, { error: 'Must be at least 0' })
    .max(1e9, { error: 'Must be at most 1,000,000,000' }),
  /**
   * Minutes after which a customer who has ordered nothing gives back what is held; a quarter of it has to pass without
   * holds then.
   */
  portalHoldMinutes: count(1440),
} as const;

/** What an account decides about its promises; amounts are in its currency. */
export const promiseSettings = z.strictObject({
  lateSupply: names.lateSupply.default('tomorrow'),
  portalHolds: names.portalHolds.default(5),
  portalHoldLines: names.portalHoldLines.default(50),
  portalHoldOrders: names.portalHoldOrders.default(2),
  portalHoldLeast: names.portalHoldLeast.default(1000),
  portalHoldMinutes: names.portalHoldMinutes.default(60),
});
export type PromiseSettings = z.output<typeof promiseSettings>;

/** What the account has decided about its promises. */
export const getPromiseSettings = endpoint({
  name: 'getPromiseSettings',
  method: 'GET',
  path: '/v1/promise-settings',
  permission: 'inventory:read',
  summary: 'Reads the settings of promises.',
  reply: promiseSettings,
});

/** Changes some of them; the rest stays. */
export const updatePromiseSettings = endpoint({
  name: 'updatePromiseSettings',
  method: 'PATCH',
  path: '/v1/promise-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of promises.',
  body: z.strictObject(names).partial(),
  reply: promiseSettings,
});
