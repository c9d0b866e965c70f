import { productsOnOrderReport } from '../contracts/index.ts';
import { ReportPage } from './report/report-page.tsx';

/** What customers wait for. */
export const ProductsOnOrderScreen = () => <ReportPage title="Products on order" reports={[productsOnOrderReport]} />;
