import { newID } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { PalletQuantity } from './pallet-quantity/pallet-quantity.entity.ts';

/** Default units per pallet, by name of the unit: a carton of twelve pairs is larger than one of five. */
const usual: Readonly<Record<string, number>> = { pair: 400, ct5pr: 80, ct6pr: 64, ct10pr: 48, ct12pr: 36 };

/** Gives every other demo product a quantity; the others use the default. */
export async function createDemoQuantities(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string; unit: string }>`select id, default_unit_name as unit from inventory.v_items
    where account_id = ${ctx.account.id} and type = 'product' and product_type = 'sale' order by sku`.execute(
    ctx.em.query(),
  );
  for (const [index, { id, unit }] of rows.entries()) {
    const perPallet = usual[unit];
    if (perPallet && index % 2 === 0)
      ctx.em.create(PalletQuantity, { id: newID('plq'), itemID: id, perPallet: perPallet + (index % 3) * 4 });
  }
  await ctx.em.flush();
}
