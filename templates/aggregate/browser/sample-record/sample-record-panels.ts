import { defineSlot } from '@millwright/core/browser';
import type { SampleRecord } from '../../contracts/sample-record.contract.ts';

/** Panels of other plugins below the facts of a sample record. */
export const sampleRecordPanels = defineSlot<{ sampleRecord: SampleRecord }>('sample-plugin.sample-record.panels');
