import { inventoryReceiptsReport, materialsReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What is needed of materials, and what came in. */
export const MaterialAnalyticsScreen = () => (
  <ReportPage title="Material analytics" reports={[materialsReport, inventoryReceiptsReport]} />
);
