import { manufacturingReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Output, losses, hours and costs of production. */
export const ManufacturingAnalyticsScreen = () => (
  <ReportPage title="Manufacturing analytics" reports={[manufacturingReport]} />
);
