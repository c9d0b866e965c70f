import { definePart } from '@millwright/core/server';
import { reconcileRecordTypes, reconcileScreens } from '../../../contracts/index.ts';
import { receiptImporter } from './import/receipt-importer.ts';
import { stockCountImporter } from './import/stock-count-importer.ts';
import { reconcileRoutes } from './reconcile.routes.ts';
import { reconcileWork } from './reconcile.work.ts';

export const reconcilePart = definePart({
  records: reconcileRecordTypes,
  screens: reconcileScreens,
  routes: () => reconcileRoutes(),
  changeSets: () => [reconcileWork],
  imports: () => [stockCountImporter(), receiptImporter()],
});
