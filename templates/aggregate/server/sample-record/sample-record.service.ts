import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  emit,
  indexRecord,
  type RecordSource,
  snapshotOf,
  type TableSample,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import type {
  CreateSampleRecordInput,
  SampleRecord as SampleRecordReply,
  UpdateSampleRecordInput,
} from '../../contracts/sample-record.contract.ts';
import { sampleRecordDone } from '../../contracts/sample-record-declarations.ts';
import { SampleRecord } from './sample-record.entity.ts';
import { sampleRecordByID } from './sample-record.queries.ts';

const fields = ['name', 'note', 'dueOn', 'isDone'] as const;
const recordOf = (id: string) => ({ type: 'sample_record', id });

/** Sample records: every write is one transaction with its history, its search text and its event. */
export class SampleRecordService {
  async create(ctx: AccountContext, input: CreateSampleRecordInput): Promise<SampleRecordReply> {
    const record = ctx.em.create(SampleRecord, { id: newID('smp'), isDone: false, ...input });
    audit(ctx, { record: recordOf(record.id), action: 'created' });
    return this.#written(ctx, record);
  }

  async update(
    ctx: AccountContext,
    id: string,
    { version, ...input }: UpdateSampleRecordInput,
  ): Promise<SampleRecordReply> {
    const record = await ctx.em.getForUpdate(SampleRecord, id);
    ctx.em.expectVersion(record, version);
    const before = snapshotOf(record, fields);
    ctx.em.assign(record, input);
    const changes = changesOf(before, record, fields);
    if (changes.length) audit(ctx, { record: recordOf(id), action: 'updated', changes });
    if (record.isDone && !before.isDone)
      emit(ctx, sampleRecordDone, { sampleRecordID: id, name: record.name }, recordOf(id));
    return this.#written(ctx, record);
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const record = await ctx.em.getForUpdate(SampleRecord, id);
    ctx.em.remove(record);
    audit(ctx, { record: recordOf(id), action: 'deleted', note: record.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'sample_record', id);
    touched(ctx, 'sample-records');
  }

  async #written(ctx: AccountContext, record: Pick<SampleRecord, 'id' | 'name' | 'note'>): Promise<SampleRecordReply> {
    await ctx.em.flush();
    await indexRecord(ctx, { ...recordOf(record.id), title: record.name, text: record.note ?? '' });
    touched(ctx, 'sample-records');
    return sampleRecordByID(ctx, record.id);
  }
}

/** What generic parts ask about sample records. */
export const sampleRecordSource: RecordSource = {
  type: 'sample_record',
  label: async (ctx, id) => (await ctx.em.get(SampleRecord, id)).name,
};

/** One valid row for the generated tests of isolation. */
export const sampleRecordSample: TableSample = {
  table: 'sample_plugin.sample_record',
  row: { name: 'Canary {label}', note: 'Canary {label}', is_done: false },
};
