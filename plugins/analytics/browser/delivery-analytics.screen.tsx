import { deliveriesReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** How orders were delivered. */
export const DeliveryAnalyticsScreen = () => <ReportPage title="Delivery analytics" reports={[deliveriesReport]} />;
