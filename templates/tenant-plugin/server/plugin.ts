import { SalesOrderPort, salesOrderIssued } from '@millwright/commerce/contracts';
import { definePlugin, on } from '@millwright/core/server';
import { samplePluginPermissions, samplePluginScreens, samplePluginSettings } from '../contracts/index.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { sampleRecordRoutes } from './sample-record/sample-record.routes.ts';
import { SampleRecordService } from './sample-record/sample-record.service.ts';

export default definePlugin({
  id: 'sample-plugin',
  title: 'Sample plugin',
  description: 'What it is for, in one sentence.',
  permissions: samplePluginPermissions,
  entities,
  migrations,
  consumes: { required: [SalesOrderPort] },
  bind(container) {
    container.bind(SampleRecordService).toResolvedValue((orders) => new SampleRecordService(orders), [SalesOrderPort]);
  },
  routes: (services) => [...sampleRecordRoutes(services.get(SampleRecordService))],
  subscriptions: (services) => [
    // Runs after the commit, at least once: whatever is put here has to bear being repeated.
    on(salesOrderIssued, 'sample-plugin.begin-record', (ctx, { orderID }) =>
      services.get(SampleRecordService).begin(ctx, orderID),
    ),
  ],
  screens: samplePluginScreens,
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
  account: {
    settings: samplePluginSettings,
    onEnable: (ctx, services) => services.get(SampleRecordService).beginAll(ctx),
  },
  demo: (ctx, _random, services) => services.get(SampleRecordService).beginAll(ctx),
});
