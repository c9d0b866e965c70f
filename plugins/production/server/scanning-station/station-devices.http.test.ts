import { createClient, dayLength, type EndpointInput, pairDevice } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createStationDevice,
  deleteStationDevice,
  initializeBatch,
  listStationDevices,
} from '../../contracts/index.ts';
import { type Plant, plant } from '../batch/checks/batch-fixture.ts';
import { devicesOf } from './station-devices.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant();
});
afterAll(() => at?.kernel.stop());

/** Enters a code on a device in another network. */
const pairFrom = (remoteAddress: string, input: EndpointInput<typeof pairDevice>) =>
  createClient({
    baseURL: '',
    headers: () => ({}),
    fetch: async (path, init) =>
      at.kernel.api.request(path, init as RequestInit, { incoming: { socket: { remoteAddress } } }),
  }).call(pairDevice, input);

describe('devices of a station', () => {
  it('are paired by six digits, work at their station only, and end at once', async () => {
    const params = { scanningStationID: at.id('Machines') };
    const added = await at.admin.call(createStationDevice, { params, body: { name: 'Tablet' } });
    expect(added).toMatchObject({ status: 'waiting', code: expect.stringMatching(/^\d{6}$/) });
    const device = at.kernel.anonymous();
    const wrong = added.code === '000000' ? '000001' : '000000';
    expect(
      await apiRefusal(device.call(pairDevice, { body: { account: at.kernel.a.slug, code: wrong } })),
    ).toMatchObject({
      code: 'code_invalid',
    });
    const key = await device.call(pairDevice, { body: { account: at.kernel.a.slug, code: added.code } });
    // A code can be used once.
    expect(
      await apiRefusal(device.call(pairDevice, { body: { account: at.kernel.a.slug, code: added.code } })),
    ).toMatchObject({
      code: 'code_invalid',
    });
    const tablet = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': key.keyID, 'x-auth-secret': key.secret, 'content-type': 'application/json' };
      const sent = body ? { body: JSON.stringify(body) } : {};
      const response = await at.kernel.api.request(path, { method, headers, ...sent });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect((await tablet('GET', '/v1/scanning-stations')).body).toMatchObject({
      items: [{ name: 'Machines' }],
    });
    await at.stock('YARN', 10);
    const [batch] = await (await at.run([['BLANK', 4]])).batches();
    const start = (station: string) =>
      tablet('POST', initializeBatch.path, { scanningStationID: at.id(station), batchID: batch?.number ?? '' });
    expect(await start('Strict')).toMatchObject({ status: 403 });
    expect((await start('Machines')).body).toMatchObject({ kind: 'init' });
    expect((await at.admin.call(listStationDevices, { params })).items).toMatchObject([{ status: 'paired' }]);
    await at.admin.call(deleteStationDevice, { params: { ...params, deviceID: added.id } });
    expect(await tablet('GET', '/v1/scanning-stations')).toMatchObject({ status: 401 });
  });

  it('print traveller labels in the size and code of their station', async () => {
    const batches = await (await at.run([['LOGO', 20, 10]])).batches();
    const print = async (body: object) =>
      at.admin.fetch('/v1/batches/actions/print-labels', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'account-id': at.kernel.a.id },
        body: JSON.stringify({ batchIDs: batches.map(({ number }) => number), ...body }),
      });
    const zpl = await (await print({ format: 'zpl', scanningStationID: at.id('Machines') })).text();
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect(zpl).toContain(batches[0]?.number);
    const pdf = await print({ size: '2x4', type: 'code_128' });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('are guessed at ten times of a network; guesses from twenty networks keep nobody out', async () => {
    const guess = (network: number, index: number) =>
      pairFrom(`198.18.${network}.1`, {
        body: { account: at.kernel.a.slug, code: String(index).padStart(6, '0') },
      });
    const params = { scanningStationID: at.id('Machines') };
    const { code } = await at.admin.call(createStationDevice, { params, body: { name: 'Terminal' } });
    const codes: unknown[] = [];
    for (let network = 1; network <= 20; network += 1)
      for (let index = 0; index < 10; index += 1)
        codes.push(
          ((await apiRefusal(guess(network, code === '000000' ? 1 + index : index))) as { code: unknown }).code,
        );
    expect(new Set(codes)).toEqual(new Set(['code_invalid']));
    expect(await apiRefusal(guess(1, 11))).toMatchObject({ status: 429 });
    // The digits are valid for their account only.
    expect(await apiRefusal(pairFrom('198.18.99.1', { body: { account: at.kernel.b.slug, code } }))).toMatchObject({
      code: 'code_invalid',
    });
    expect(await pairFrom('198.18.99.1', { body: { account: at.kernel.a.slug, code } })).toMatchObject({
      accountID: at.kernel.a.id,
    });
  });

  it('end after sixty days in which nobody used them', async () => {
    const params = { scanningStationID: at.id('Machines') };
    const { id, code } = await at.admin.call(createStationDevice, { params, body: { name: 'Forgotten' } });
    const key = await pairFrom('198.18.98.1', { body: { account: at.kernel.a.slug, code } });
    const headers = { 'x-api-key': key.keyID, 'x-auth-secret': key.secret };
    const statusAfter = async (days: number) => {
      at.kernel.clock.advance(days * dayLength);
      return (await at.kernel.api.request('/v1/scanning-stations', { headers })).status;
    };
    expect(await statusAfter(59)).toBe(200);
    expect(await statusAfter(59)).toBe(200);
    expect(await statusAfter(61)).toBe(401);
    // The administrator's session has expired by now, so the devices are read directly.
    const items = await at.kernel.a.run((ctx) => devicesOf(ctx, params.scanningStationID));
    expect(items.find((each) => each.id === id)?.status).toBe('unused');
  });
});
