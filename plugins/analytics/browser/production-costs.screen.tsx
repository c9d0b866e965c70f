import { productionCostsReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What production cost. */
export const ProductionCostsScreen = () => <ReportPage title="Production costs" reports={[productionCostsReport]} />;
