import { deliveriesReport } from '../contracts/index.ts';
import { ReportPage } from './report/page/report-page.tsx';

/** Delivery times and punctuality of orders. */
export const DeliveryAnalyticsScreen = () => <ReportPage title="Delivery analytics" reports={[deliveriesReport]} />;
