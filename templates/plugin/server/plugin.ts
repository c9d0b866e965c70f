import { audit, definePlugin, on } from '@millwright/core/server';
import {
  sampleRecordDone,
  sampleRecordEvents,
  sampleRecordPermissions,
  sampleRecordRecords,
  sampleRecordScreens,
} from '../contracts/index.ts';
import { createDemoRecords } from './demo.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { sampleRecordRoutes } from './sample-record/sample-record.routes.ts';
import { SampleRecordService, sampleRecordSample, sampleRecordSource } from './sample-record/sample-record.service.ts';

export default definePlugin({
  id: 'sample-plugin',
  title: 'Sample plugin',
  description: 'What it is for, in one sentence.',
  permissions: [...sampleRecordPermissions],
  entities,
  migrations,
  bind(container) {
    container.bind(SampleRecordService).toResolvedValue(() => new SampleRecordService());
  },
  routes: (services) => [...sampleRecordRoutes(services.get(SampleRecordService))],
  events: [...sampleRecordEvents],
  subscriptions: () => [
    // Runs after the commit, at least once: whatever is put here has to bear being repeated.
    on(sampleRecordDone, 'sample-plugin.note-done', async (ctx, { sampleRecordID }) => {
      audit(ctx, { record: { type: 'sample_record', id: sampleRecordID }, action: 'completed' });
      await ctx.em.flush();
    }),
  ],
  screens: [...sampleRecordScreens],
  slots: ['sample-plugin.sample-record.panels'],
  fills: ['dashboard.cards'],
  records: [...sampleRecordRecords],
  recordSources: () => [sampleRecordSource],
  samples: [sampleRecordSample],
  demo: (ctx, random, services) => createDemoRecords(ctx, random, services.get(SampleRecordService)),
});
