import { manufacturingReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** Output, losses, hours and cost of production. */
export const ManufacturingAnalyticsScreen = () => (
  <ReportPage title="Manufacturing analytics" reports={[manufacturingReport]} />
);
