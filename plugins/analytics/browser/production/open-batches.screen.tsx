import { openBatchesReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Open batches by place. */
export const OpenBatchesScreen = () => <ReportPage title="Open batches" reports={[openBatchesReport]} />;
