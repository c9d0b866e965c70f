import { type Route, widgetRoute } from '@millwright/core/server';
import { askSampleRecord } from '../../contracts/sample-record-widget.contract.ts';

/**
 * The widget `sample-record`. Its handler runs for a visitor without rights, who sees no record of a customer. `limits`
 * counts calls beyond the kernel's own limits.
 */
export const sampleRecordWidgetRoutes = (): Route[] => [
  widgetRoute(
    askSampleRecord,
    async (ctx, { body }) => ({ greeting: `Welcome to ${ctx.account.name}, ${body.name}` }),
    {
      repeat: 'runs',
      limits: (_, { network }) => [{ name: 'sample-plugin.sample-record', points: 30, seconds: 60, subject: network }],
    },
  ),
];
