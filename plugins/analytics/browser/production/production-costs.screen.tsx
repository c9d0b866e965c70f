import { productionCostsReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Costs of production. */
export const ProductionCostsScreen = () => <ReportPage title="Production costs" reports={[productionCostsReport]} />;
