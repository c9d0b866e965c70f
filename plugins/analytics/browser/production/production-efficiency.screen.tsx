import { productionEfficiencyReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Standard time compared with actual time. */
export const ProductionEfficiencyScreen = () => (
  <ReportPage title="Production efficiency" reports={[productionEfficiencyReport]} />
);
