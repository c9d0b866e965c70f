import { productionEfficiencyReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** Standard time against real time. */
export const ProductionEfficiencyScreen = () => (
  <ReportPage title="Production efficiency" reports={[productionEfficiencyReport]} />
);
