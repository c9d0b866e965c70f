import { salesReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Invoiced amounts less credits. */
export const OrderDataScreen = () => <ReportPage title="Sales data" reports={[salesReport]} />;
