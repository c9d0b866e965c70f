import { getTimeline } from '@millwright/core/contracts';
import { platformPlugins, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSampleRecord,
  deleteSampleRecord,
  getSampleRecord,
  listSampleRecords,
  updateSampleRecord,
} from '../../contracts/sample-record.contract.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel(await platformPlugins());
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

describe('sample records', () => {
  it('are created, found, changed and deleted', async () => {
    const created = await admin.call(createSampleRecord, { body: { name: 'First' } });
    expect(created).toMatchObject({ name: 'First', version: 1 });
    const params = { sampleRecordID: created.id };
    expect((await admin.call(listSampleRecords, { query: { query: 'irst' } })).items).toEqual([created]);
    const changed = await admin.call(updateSampleRecord, { params, body: { name: 'Second', version: 1 } });
    expect(changed).toMatchObject({ name: 'Second', version: 2 });
    const history = await admin.call(getTimeline, { params: { type: 'sample_record', id: created.id }, query: {} });
    expect(history.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'updated']));
    await admin.call(deleteSampleRecord, { params });
    await expect(admin.call(getSampleRecord, { params })).rejects.toMatchObject({ status: 404 });
  });

  it('have a name of their own, and one at all', async () => {
    await admin.call(createSampleRecord, { body: { name: 'Taken' } });
    await expect(admin.call(createSampleRecord, { body: { name: 'Taken' } })).rejects.toMatchObject({
      code: 'duplicate',
    });
    await expect(admin.call(createSampleRecord, { body: { name: ' ' } })).rejects.toMatchObject({
      errors: [{ path: 'name', message: 'Name is required' }],
    });
  });

  it('are not changed by somebody who has seen an older version', async () => {
    const { id } = await admin.call(createSampleRecord, { body: { name: 'Shared' } });
    const params = { sampleRecordID: id };
    await admin.call(updateSampleRecord, { params, body: { name: 'Mine', version: 1 } });
    await expect(admin.call(updateSampleRecord, { params, body: { name: 'Yours', version: 1 } })).rejects.toMatchObject(
      { code: 'stale_version' },
    );
  });

  it('of one account are no business of another', async () => {
    const { id } = await admin.call(createSampleRecord, { body: { name: 'Ours' } });
    const other = await kernel.b.as('admin');
    await expect(other.call(getSampleRecord, { params: { sampleRecordID: id } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await other.call(listSampleRecords, {})).count).toBe(0);
  });
});
