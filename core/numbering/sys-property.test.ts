import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getLatestSysPropertyValue,
  getSysProperty,
  listSysProperties,
  updateSysProperty,
} from '../contracts/accounts/sys-property.contract.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../testing/kernel/test-kernel.ts';
import { nextNumber } from './numbering.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel();
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

const value = async (type: string) => (await admin.call(getLatestSysPropertyValue, { params: { type } })).value;

describe('system properties', () => {
  it('are the six counters of the spec, one below their first number', async () => {
    const { items, count } = await admin.call(listSysProperties, {});
    expect(items.map(({ type }) => type)).toEqual([
      'transaction',
      'settlement',
      'order',
      'customer',
      'sscc',
      'production_run',
    ]);
    expect(count).toBe(6);
    expect(new Set(items.map(({ value: last, next }) => `${last} ${next}`))).toEqual(new Set(['999 1000']));
  });

  it('follow the numbers that are given out', async () => {
    await kernel.a.run((ctx) => nextNumber(ctx, 'order'));
    expect(await value('order')).toBe(1000);
    expect(await admin.call(getSysProperty, { params: { sysPropertyID: 'order' } })).toMatchObject({
      id: 'order',
      value: 1000,
      next: 1001,
    });
  });

  it('can be raised and not lowered', async () => {
    const patch = (newValue: number) =>
      admin.call(updateSysProperty, { params: { sysPropertyID: 'customer' }, body: { value: newValue } });
    expect(await patch(7000)).toMatchObject({ value: 7000, next: 7001 });
    expect(await kernel.a.run((ctx) => nextNumber(ctx, 'customer'))).toBe('7001');
    await expect(patch(6000)).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'The counter can only be raised: it stands at 7001',
    });
    await expect(patch(7001.5)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'value', message: 'Value must be a whole number' }],
    });
    await expect(patch(1e15)).rejects.toMatchObject({ status: 400 });
    expect(await value('customer')).toBe(7001);
  });

  it('are 404 for unknown types, and changed by those with the right only', async () => {
    const user = await kernel.a.as('user');
    expect((await user.call(listSysProperties, {})).count).toBe(6);
    await expect(
      user.call(updateSysProperty, { params: { sysPropertyID: 'order' }, body: { value: 9000 } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(admin.call(getSysProperty, { params: { sysPropertyID: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(value('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(
      admin.call(updateSysProperty, { params: { sysPropertyID: 'nothing' }, body: { value: 1 } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
