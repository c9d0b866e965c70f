import { type Route, route } from '@millwright/core/server';
import {
  createSampleRecord,
  deleteSampleRecord,
  getSampleRecord,
  listSampleRecords,
  updateSampleRecord,
} from '../../contracts/sample-record.contract.ts';
import { findSampleRecords, sampleRecordByID } from './sample-record.queries.ts';
import type { SampleRecordService } from './sample-record.service.ts';

export const sampleRecordRoutes = (records: SampleRecordService): Route[] => [
  route(listSampleRecords, (ctx, { query }) => findSampleRecords(ctx, query)),
  route(getSampleRecord, (ctx, { params }) => sampleRecordByID(ctx, params.sampleRecordID)),
  route(createSampleRecord, (ctx, { body }) => records.create(ctx, body)),
  route(updateSampleRecord, (ctx, { params, body }) => records.update(ctx, params.sampleRecordID, body)),
  route(deleteSampleRecord, (ctx, { params }) => records.remove(ctx, params.sampleRecordID)),
];
