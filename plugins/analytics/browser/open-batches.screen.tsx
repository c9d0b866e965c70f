import { openBatchesReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What is being worked on, and where. */
export const OpenBatchesScreen = () => <ReportPage title="Open batches" reports={[openBatchesReport]} />;
