import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  getPalletPlan,
  getPalletQuantity,
  listPalletQuantities,
  type PalletQuantity as PalletQuantityReply,
  palletQuantityRecord,
  type setPalletQuantity,
} from '../../contracts/index.ts';
import { PalletQuantity } from './pallet-quantity.entity.ts';
import { palletQuantities } from './pallet-quantity.queries.ts';

/** Endpoints that show quantities per pallet. */
const shownIn = [listPalletQuantities, getPalletQuantity, getPalletPlan];

const recordOf = (id: string) => ({ type: palletQuantityRecord.type, id });

/** How much of each product fits on a pallet. */
export class PalletQuantityService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  async set(
    ctx: AccountContext,
    { productID, perPallet }: EndpointRequest<typeof setPalletQuantity>['body'],
  ): Promise<PalletQuantityReply> {
    if (!(await this.#catalogue.findProducts(ctx, [productID])).has(productID))
      throw problems.invalid_input({ errors: [{ path: 'productID', message: 'There is no such product' }] });
    const known = await ctx.em.findOne(PalletQuantity, { accountID: ctx.account.id, itemID: productID });
    const before = known?.perPallet ?? null;
    const quantity = known ?? ctx.em.create(PalletQuantity, { id: newID('plq'), itemID: productID, perPallet });
    ctx.em.assign(quantity, { perPallet });
    const changes = changesOf({ perPallet: before }, { perPallet }, ['perPallet']);
    if (changes.length) audit(ctx, { record: recordOf(quantity.id), action: known ? 'updated' : 'created', changes });
    await ctx.em.flush();
    touched(ctx, ...shownIn);
    return palletQuantities.byID(ctx, quantity.id);
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const quantity = await ctx.em.getForUpdate(PalletQuantity, id);
    ctx.em.remove(quantity);
    audit(ctx, { record: recordOf(id), action: 'deleted' });
    await ctx.em.flush();
    touched(ctx, ...shownIn);
  }
}
