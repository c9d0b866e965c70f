import { newCustomersReport, ordersReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What was ordered, and who ordered for the first time. */
export const OrderAnalyticsScreen = () => (
  <ReportPage title="Order analytics" reports={[ordersReport, newCustomersReport]} />
);
