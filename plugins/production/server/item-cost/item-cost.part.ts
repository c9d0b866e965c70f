import { CurrencyUsePort } from '@millwright/core/contracts';
import { accountsIn, contribution, definePart, route } from '@millwright/core/server';
import { ItemMakingPort, SummedDocumentsPort } from '@millwright/inventory/contracts';
import { getItemCostTree, getProductionStepCosts } from '../../contracts/index.ts';
import { WorkInCurrency } from './currency-use.ts';
import { costTreeOf, StepsOfItems, stepCostsOf } from './item-cost.queries.ts';

export const itemCostPart = definePart({
  fills: ['inventory.item.panels'],
  contributes: () => [
    contribution(ItemMakingPort, new StepsOfItems()),
    contribution(CurrencyUsePort, new WorkInCurrency()),
    contribution(SummedDocumentsPort, { accounts: accountsIn('production.batch_change') }),
  ],
  routes: () => [
    route(getItemCostTree, async (ctx, { params }) => ({ nodes: await costTreeOf(ctx, params.itemID) })),
    route(getProductionStepCosts, (ctx, { params }) => stepCostsOf(ctx, params.productionStepID)),
  ],
});
