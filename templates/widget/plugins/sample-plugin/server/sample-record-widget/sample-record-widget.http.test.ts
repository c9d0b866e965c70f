import { createPublishableKey, listWidgets } from '@millwright/core/contracts';
import { platformPlugins, sharedKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askSampleRecord } from '../../contracts/sample-record-widget.contract.ts';

const site = 'https://shop.example';
let kernel: TestKernel;
let key: string;

beforeAll(async () => {
  kernel = await sharedKernel(await platformPlugins());
  const admin = await kernel.a.as('admin');
  const body = { name: 'Shop', origins: [site], widgets: ['sample-record'] };
  key = (await admin.call(createPublishableKey, { body })).id;
});
afterAll(() => kernel?.stop());

const ask = (origin: string, body: object): Promise<Response> =>
  kernel.anonymous().fetch(askSampleRecord.path.replace('{publishableKey}', key), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the widget sample-record', () => {
  it('is offered to the account', async () => {
    const { items } = await (await kernel.a.as('admin')).call(listWidgets, {});
    expect(items.map(({ element }) => element)).toContain('millwright-sample-record');
  });

  it('answers pages of the site of its key, and no others', async () => {
    const answer = await ask(site, { name: 'Ada' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ greeting: 'Welcome to Account alpha, Ada' });
    expect((await ask('https://elsewhere.example', { name: 'Ada' })).status).toBe(403);
  });

  it('says what is wrong with what it is sent', async () => {
    const refused = await ask(site, { name: ' ' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ path: 'name', message: 'Name is required' }] });
  });
});
