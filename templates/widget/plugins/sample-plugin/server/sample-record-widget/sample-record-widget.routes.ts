import { type Route, widgetRoute } from '@millwright/core/server';
import { askSampleRecord } from '../../contracts/sample-record-widget.contract.ts';

/**
 * Routes of the widget `sample-record`. The handler runs for a visitor without permissions, so it must not answer
 * customers' data. `limits` counts calls in addition to the kernel's own limits.
 */
export const sampleRecordWidgetRoutes = (): Route[] => [
  widgetRoute(
    askSampleRecord,
    async (ctx, { body }) => ({ greeting: `Welcome to ${ctx.account.name}, ${body.name}` }),
    {
      repeat: 'runs',
      limits: (_, { network }) => [
        { name: 'sample-plugin.sample-record', of: 'caller', points: 30, seconds: 60, subject: network },
      ],
    },
  ),
];
