import type { AccountContext } from '@millwright/core/server';
import { accountSettings, todayOf } from '@millwright/core/server';
import { type CataloguePort, type OpenToCustomer, ProductsForCustomer } from '@millwright/inventory/contracts';
import { noPriceRules, portalSettings, priceOf } from '../../../../contracts/index.ts';
import { priceRulesOf } from '../../../pricing/price/price-rules.queries.ts';
import { openTo } from '../lines/product-line-limit.ts';

/** Products that customers may see, at their own prices. */
export class OwnProducts extends ProductsForCustomer {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    super();
    this.#catalogue = catalogue;
  }

  override openTo(ctx: AccountContext, customerID: string): Promise<OpenToCustomer> {
    return openTo(ctx, customerID);
  }

  override async showsManufacturer(ctx: AccountContext): Promise<boolean> {
    return (await accountSettings(ctx, 'commerce', portalSettings)).showsManufacturer;
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
