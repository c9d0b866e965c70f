import { newCustomersReport, ordersReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Orders, and customers with their first order. */
export const OrderAnalyticsScreen = () => (
  <ReportPage title="Order analytics" reports={[ordersReport, newCustomersReport]} />
);
