import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, sql, touched } from '@millwright/core/server';
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
    const id = newID('plq');
    const now = ctx.clock.now();
    // Waits for others who set the first quantity of the product; theirs is changed then.
    const { rows } = await sql<{ id: string }>`insert into acme_pallet_labels.pallet_quantity
        (account_id, id, created_at, updated_at, item_id, per_pallet)
      values (${ctx.account.id}, ${id}, ${now}, ${now}, ${productID}, ${perPallet})
      on conflict (account_id, item_id) do nothing returning id`.execute(ctx.em.query());
    const isNew = rows.length > 0;
    const { rows: held } = await sql<{ id: string }>`select id from acme_pallet_labels.pallet_quantity
      where account_id = ${ctx.account.id} and item_id = ${productID} for update`.execute(ctx.em.query());
    const quantity = await ctx.em.get(PalletQuantity, held[0]?.id ?? id);
    const before = isNew ? null : quantity.perPallet;
    ctx.em.assign(quantity, { perPallet });
    const changes = changesOf({ perPallet: before }, { perPallet }, ['perPallet']);
    if (changes.length) audit(ctx, { record: recordOf(quantity.id), action: isNew ? 'created' : 'updated', changes });
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
