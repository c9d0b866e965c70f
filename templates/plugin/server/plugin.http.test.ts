import { getTimeline } from '@millwright/core/contracts';
import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSampleRecord, updateSampleRecord } from '../contracts/index.ts';
import samplePlugin from './plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [samplePlugin] });
});
afterAll(() => kernel?.stop());

it('notes in the history that a record is done, once its event arrives', async () => {
  const admin = await kernel.a.as('admin');
  const jobs = await kernel.jobs();
  const { id } = await admin.call(createSampleRecord, { body: { name: 'First' } });
  await admin.call(updateSampleRecord, { params: { sampleRecordID: id }, body: { isDone: true } });
  await jobs.idle();
  const history = await admin.call(getTimeline, { params: { type: 'sample_record', id }, query: {} });
  expect(history.items.map(({ action }) => action)).toContain('completed');
});
