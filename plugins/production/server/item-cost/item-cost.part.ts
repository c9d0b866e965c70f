import { CurrencyUsePort } from '@millwright/core/contracts';
import { contribution, definePart, route } from '@millwright/core/server';
import { ItemMakingPort } from '@millwright/inventory/contracts';
import { getItemCostTree, getProductionStepCosts } from '../../contracts/index.ts';
import { WorkInCurrency } from './currency-use.ts';
import { costTreeOf, StepsOfItems, stepCostsOf } from './item-cost.queries.ts';

export const itemCostPart = definePart({
  fills: ['inventory.item.panels'],
  contributes: () => [
    contribution(ItemMakingPort, new StepsOfItems()),
    contribution(CurrencyUsePort, new WorkInCurrency()),
  ],
  routes: () => [
    route(getItemCostTree, async (ctx, { params }) => ({ nodes: await costTreeOf(ctx, params.itemID) })),
    route(getProductionStepCosts, (ctx, { params }) => stepCostsOf(ctx, params.productionStepID)),
  ],
});
