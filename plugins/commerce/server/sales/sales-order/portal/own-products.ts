import type { AccountContext } from '@millwright/core/server';
import { todayOf } from '@millwright/core/server';
import { type CataloguePort, type OpenToCustomer, ProductsForCustomer } from '@millwright/inventory/contracts';
import { noPriceRules, priceOf } from '../../../../contracts/index.ts';
import { priceRulesOf } from '../../../pricing/price/price-rules.queries.ts';
import { openTo } from '../product-line-limit.ts';

/** What customers may know of the catalogue, at the prices that they pay. */
export class OwnProducts extends ProductsForCustomer {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    super();
    this.#catalogue = catalogue;
  }

  override openTo(ctx: AccountContext, customerID: string): Promise<OpenToCustomer> {
    return openTo(ctx, customerID);
  }

  override async pricesOf(
    ctx: AccountContext,
    customerID: string,
    itemIDs: readonly string[],
  ): Promise<Map<string, string>> {
    const on = todayOf(ctx);
    const products = await this.#catalogue.findProducts(ctx, itemIDs);
    const rules = (await priceRulesOf(ctx, [customerID], itemIDs, on)).get(customerID) ?? noPriceRules;
    return new Map(
      [...products].map(([id, product]) => {
        const line = { product, quantity: '1', unitID: product.defaultUnitID };
        return [id, priceOf({ line, lines: [line], rules, on }).unitPrice];
      }),
    );
  }
}
