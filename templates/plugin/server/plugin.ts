import { definePlugin } from '@millwright/core/server';
import { createDemoRecords } from './demo.ts';
import { migrations } from './migrations/index.ts';
import { sampleRecordPart } from './sample-record/sample-record.part.ts';

export default definePlugin({
  id: 'sample-plugin',
  title: 'Sample plugin',
  description: 'What it is for, in one sentence.',
  migrations,
  // The order matters: samples of a part may refer to samples of parts before it.
  parts: [sampleRecordPart],
  fills: ['dashboard.cards'],
  demo: createDemoRecords,
});
