import { quarterlyOrdersReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Orders by year and quarter. */
export const QuarterlyOrdersScreen = () => <ReportPage title="Quarterly orders" reports={[quarterlyOrdersReport]} />;
