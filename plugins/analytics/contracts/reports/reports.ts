import { deliveriesReport } from './delivery-report.ts';
import { inventoryReceiptsReport, materialsReport } from './material-reports.ts';
import {
  manufacturingReport,
  openBatchesReport,
  productionCostsReport,
  productionEfficiencyReport,
} from './production-reports.ts';
import type { ReportDefinition } from './report.ts';
import {
  newCustomersReport,
  ordersReport,
  productsOnOrderReport,
  quarterlyOrdersReport,
  salesReport,
} from './sales-reports.ts';

/** All reports, in the order of lists. */
export const reports: readonly ReportDefinition[] = [
  salesReport,
  ordersReport,
  newCustomersReport,
  quarterlyOrdersReport,
  deliveriesReport,
  productsOnOrderReport,
  materialsReport,
  inventoryReceiptsReport,
  openBatchesReport,
  productionCostsReport,
  productionEfficiencyReport,
  manufacturingReport,
];

export const reportNames = reports.map(({ name }) => name);

/** The report of this name, or undefined. */
export const reportOf = (name: string): ReportDefinition | undefined => reports.find((report) => report.name === name);
