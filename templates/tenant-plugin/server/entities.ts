import { SampleRecord } from './sample-record/sample-record.entity.ts';

/** Entities of schema `sample_plugin`. */
export const entities = [SampleRecord];
