import { defineWidgets, endpoint, requiredLine, widgetPath } from '@millwright/core/contracts';
import { z } from 'zod';

/** What other sites can show. */
export const sampleRecordWidgets = defineWidgets([
  {
    name: 'sample-record',
    title: 'Sample record',
    description: 'Visitors enter their name and are greeted.',
  },
]);

/** What the widget `sample-record` asks. Whatever is answered here, every visitor of the site can read. */
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
