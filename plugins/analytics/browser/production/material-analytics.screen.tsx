import { inventoryReceiptsReport, materialsReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Material requirements and receipts. */
export const MaterialAnalyticsScreen = () => (
  <ReportPage title="Material analytics" reports={[materialsReport, inventoryReceiptsReport]} />
);
