import { productsOnOrderReport } from '../../contracts/index.ts';
import { ReportPage } from '../report/page/report-page.tsx';

/** Products of open orders. */
export const ProductsOnOrderScreen = () => <ReportPage title="Products on order" reports={[productsOnOrderReport]} />;
