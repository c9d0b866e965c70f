import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { listOf } from '../endpoints/list-query.ts';

/** Highest value of a counter. */
const largestValue = 999_999_999_999;

/** A counter of the account (spec operations section 3, system property). */
export const sysProperty = z.object({
  /** Equal to the type, because an account has one counter per type. */
  id: z.string(),
  /** The counted thing: transaction, settlement, order, customer, sscc, production_run, or a type of a plugin. */
  type: z.string(),
  label: z.string(),
  /** The last number given out; one below the first number if none was. */
  value: z.int(),
  /** The number of the next document. */
  next: z.int(),
  /** Equal to the account's creation. */
  createdAt: z.iso.datetime(),
  /** Null until the counter has given out a number. */
  updatedAt: z.iso.datetime().nullable(),
});
export type SysProperty = z.output<typeof sysProperty>;

/** Counters of the account, in a fixed order. */
export const listSysProperties = endpoint({
  name: 'listSysProperties',
  method: 'GET',
  path: '/v1/sys-properties',
  summary: 'Lists the system properties.',
  permission: 'sys_properties:read',
  reply: listOf(sysProperty),
});

/** One counter. */
export const getSysProperty = endpoint({
  name: 'getSysProperty',
  method: 'GET',
  path: '/v1/sys-properties/{sysPropertyID}',
  summary: 'Shows a system property.',
  permission: 'sys_properties:read',
  reply: sysProperty,
});

/** The last number of a type that was given out. */
export const getLatestSysPropertyValue = endpoint({
  name: 'getLatestSysPropertyValue',
  method: 'GET',
  path: '/v1/sys-properties/{type}/latest-value',
  summary: 'Shows the last number given out of a type.',
  permission: 'sys_properties:read',
  reply: z.object({ type: z.string(), value: z.int() }),
});

/** The number to count as the last one given out. */
export const updateSysPropertyBody = z.strictObject({
  value: z
    .int({ error: 'Value must be a whole number' })
    .min(0, { error: 'Value must be at least 0' })
    .max(largestValue, { error: `Value must be at most ${largestValue.toLocaleString('en-US')}` }),
});

/** Raises a counter: the next document gets `value` + 1. A lower value is 409 `conflict`. */
export const updateSysProperty = endpoint({
  name: 'updateSysProperty',
  method: 'PATCH',
  path: '/v1/sys-properties/{sysPropertyID}',
  summary: 'Raises a system property.',
  permission: 'sys_properties:update',
  body: updateSysPropertyBody,
  reply: sysProperty,
});
