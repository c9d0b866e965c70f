import { type Route, route } from '@millwright/core/server';
import { getSampleRecord, listSampleRecords, setSampleRecord } from '../../contracts/index.ts';
import { findSampleRecords } from './sample-record.queries.ts';
import type { SampleRecordService } from './sample-record.service.ts';

export const sampleRecordRoutes = (records: SampleRecordService): Route[] => [
  route(listSampleRecords, (ctx, { query }) => findSampleRecords(ctx, query)),
  route(getSampleRecord, (ctx, { params }) => records.read(ctx, params.orderID)),
  route(setSampleRecord, (ctx, { params, body }) => records.set(ctx, params.orderID, body)),
];
