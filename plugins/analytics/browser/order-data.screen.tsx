import { salesReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What was invoiced, less what was credited. */
export const OrderDataScreen = () => <ReportPage title="Sales data" reports={[salesReport]} />;
