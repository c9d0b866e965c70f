import { SalesOrderPort } from '@millwright/commerce/contracts';
import { accountsIn, accountsOfAny, definePlugin, route } from '@millwright/core/server';
import { CataloguePort, SummedDocumentsPort } from '@millwright/inventory/contracts';
import { analyticsPermissions, analyticsScreens, listFigureDocuments } from '../contracts/index.ts';
import { Dashboard } from './dashboard/dashboard.entity.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { figureDocumentsOf } from './documents/documents.queries.ts';
import { migrations } from './migrations/index.ts';
import { reportFileRoutes } from './reports/report-files.ts';
import { analysisRoutes } from './reports/report-work.ts';
import { ScheduledReport } from './schedule/scheduled-report.entity.ts';
import { dueReports, scheduledReportRoutes, sendDueReports } from './schedule/scheduled-report.routes.ts';
import { scheduledReportEmail } from './schedule/scheduled-report-emails.ts';
import { sumMonths } from './sums/sum-months.ts';
import { SoldInMonth, SummedMonth, WorkOfDay } from './sums/summed-month.entity.ts';

export default definePlugin({
  id: 'analytics',
  title: 'Analytics',
  description: 'Figures over what was sold, ordered, delivered, made and used, each with the documents behind it.',
  isDomain: true,
  permissions: analyticsPermissions,
  screens: analyticsScreens,
  fills: ['dashboard.cards', 'commerce.sales-targets.panels'],
  entities: [Dashboard, ScheduledReport, SummedMonth, SoldInMonth, WorkOfDay],
  migrations,
  emails: [scheduledReportEmail],
  jobs: (services) => [
    { name: 'analytics.send-reports', cron: '25 * * * *', due: dueReports, handle: sendDueReports },
    {
      name: 'analytics.sum-months',
      cron: '35 7 * * *',
      due: {
        sql: accountsOfAny([
          accountsIn('analytics.summed_month'),
          ...services.all(SummedDocumentsPort).map(({ accounts }) => accounts),
        ]),
      },
      handle: sumMonths,
    },
  ],
  invariants: [
    {
      name: 'analytics.sums-of-months-are-those-of-their-documents',
      sql: 'select kind, month from analytics.summed_month where account_id = $1 and is_wrong',
    },
  ],
  samples: [
    {
      table: 'analytics.summed_month',
      row: { kind: 'sales', month: '2031-01-01', proof: '0', summed_at: '2031-02-01T00:00:00Z', is_wrong: false },
    },
    {
      table: 'analytics.sold_in_month',
      row: { month: '2031-01-01', item_id: 'itm_{label}', amount: '1' },
    },
    {
      table: 'analytics.work_of_day',
      row: { day: '2031-01-01', item_id: 'itm_{label}', firsts: '1', materials: '1', labor: '1', overhead: '1' },
    },
    {
      table: 'analytics.dashboard',
      row: { member_id: 'mem_{label}', pins: JSON.stringify([]) },
    },
    {
      table: 'analytics.scheduled_report',
      row: {
        member_id: 'mem_{label}',
        report: 'sales',
        format: 'csv',
        rhythm: 'weekly',
        period: 'last30',
        filters: JSON.stringify({}),
        recipients: ['canary@{label}.test'],
        next_on: '2031-01-06',
      },
    },
  ],
  // Analytics reads the views of these plugins.
  consumes: { required: [CataloguePort, SalesOrderPort] },
  routes: () => [
    ...analysisRoutes(),
    ...reportFileRoutes(),
    ...dashboardRoutes(),
    ...scheduledReportRoutes(),
    route(listFigureDocuments, (ctx, { body }) => figureDocumentsOf(ctx, body)),
  ],
});
