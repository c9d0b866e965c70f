import { defineWidgets, endpoint, requiredLine, widgetPath } from '@millwright/core/contracts';
import { z } from 'zod';

/** Widgets for other sites. */
export const sampleRecordWidgets = defineWidgets([
  {
    name: 'sample-record',
    title: 'Sample record',
    description: 'Visitors enter their name and are greeted.',
  },
]);

/** The endpoint of the widget `sample-record`. Every visitor of the site can read its answers. */
export const askSampleRecord = endpoint({
  name: 'askSampleRecord',
  method: 'POST',
  path: `${widgetPath}/x/sample-plugin/sample-record`,
  widget: 'sample-record',
  summary: 'Greets a visitor.',
  body: z.strictObject({ name: requiredLine(100, 'Name is required') }),
  reply: z.object({ greeting: z.string() }),
  status: 200,
});
