import { SalesOrderPort, salesOrderIssued } from '@millwright/commerce/contracts';
import { definePart, on, route, service } from '@millwright/core/server';
import {
  getSampleRecord,
  listSampleRecords,
  sampleRecordPermissions,
  sampleRecordScreens,
  sampleRecordSettings,
  setSampleRecord,
} from '../../contracts/index.ts';
import { SampleRecord } from './sample-record.entity.ts';
import { sampleRecords } from './sample-record.queries.ts';
import { SampleRecordService } from './sample-record.service.ts';

/** Everything that the plugin registers for sample records. */
export const sampleRecordPart = definePart({
  permissions: sampleRecordPermissions,
  screens: sampleRecordScreens,
  settings: sampleRecordSettings,
  entities: [SampleRecord],
  consumes: { required: [SalesOrderPort] },
  services: [service(SampleRecordService, SalesOrderPort)],
  routes: (services) => {
    const records = services.get(SampleRecordService);
    return [
      route(listSampleRecords, (ctx, { query }) => sampleRecords.find(ctx, query)),
      route(getSampleRecord, (ctx, { params }) => records.read(ctx, params.orderID)),
      route(setSampleRecord, (ctx, { params, body }) => records.set(ctx, params.orderID, body)),
    ];
  },
  subscriptions: (services) => [
    // Runs after the commit, at least once, so the handler must tolerate repetition.
    on(salesOrderIssued, 'sample-plugin.begin-record', (ctx, { orderID }) =>
      services.get(SampleRecordService).begin(ctx, orderID),
    ),
  ],
  fills: ['commerce.sales-order.panels'],
  samples: [
    {
      table: 'sample_plugin.sample_record',
      row: (ids) => ({
        order_id: ids('commerce.sales_order'),
        order_number: 'Canary {label}',
        customer_name: 'Canary {label}',
        text: 'Canary {label}',
      }),
    },
  ],
  onEnable: (ctx, services) => services.get(SampleRecordService).beginAll(ctx),
  demo: (ctx, _random, services) => services.get(SampleRecordService).beginAll(ctx),
});
