import { addDays, type Big, decimal, newID, ratio, roundMoney } from '@millwright/core/contracts';
import { type AccountContext, audit, type DemoRandom, indexRecords, todayOf } from '@millwright/core/server';
import { ratePer } from '../../catalogue/item/amount/item-rate.ts';
import { ProductLine } from '../../catalogue/product-line/product-line.entity.ts';
import { builtInUnitGroups } from '../../units/unit/built-in-units.ts';
import { UnitGroup } from '../../units/unit-group/unit-group.entity.ts';
import { type DemoItemParts, type DescribedItem, writeDemoItems } from './demo-items.ts';
import { type DemoLine, demoCharges, harborLines, northfieldLines } from './demo-lines.ts';
import { createDemoPhoto } from './demo-photo.ts';

/** Fills the catalogue of a demo account; other accounts get nothing. */
export async function createDemoCatalogue(
  ctx: AccountContext,
  random: DemoRandom,
  parts: DemoItemParts,
): Promise<void> {
  const lines = { northfield: northfieldLines, harbor: harborLines }[ctx.account.slug];
  if (!lines) return;
  await createLines(ctx, lines);
  await writeDemoItems(ctx, parts, [
    ...lines.flatMap((line) => productsOf(ctx, random, line)),
    ...demoCharges.map(([sku, description, productType]) => ({
      type: 'product' as const,
      sku,
      description,
      productType,
    })),
  ]);
  await createDemoPhoto(ctx);
}

async function createLines(ctx: AccountContext, lines: readonly DemoLine[]): Promise<void> {
  const groups = new Map(
    (await ctx.em.find(UnitGroup, { accountID: ctx.account.id })).map((group) => [group.name, group]),
  );
  const made = lines.map(({ name, isCommissionExempt, isFreightExempt, unitGroup }) =>
    ctx.em.create(ProductLine, {
      id: newID('pln'),
      name,
      isCommissionExempt,
      isFreightExempt,
      unitGroup: groups.get(unitGroup) ?? null,
    }),
  );
  for (const { id } of made) audit(ctx, { record: { type: 'product_line', id }, action: 'created' });
  await ctx.em.flush();
  await indexRecords(
    ctx,
    made.map(({ id, name }) => ({ type: 'product_line', id, title: name, text: '' })),
  );
}

function productsOf(ctx: AccountContext, random: DemoRandom, line: DemoLine): DescribedItem[] {
  const today = todayOf(ctx);
  const variants = line.styles.flatMap((style) => line.sizes.map((size, index) => ({ style, size, index })));
  return variants.map(({ style, size, index }, position) => {
    const [code, title, price, cost] = style;
    const unit = line.units[position % line.units.length] as string;
    // Larger sizes cost more; a few random cents make prices look less regular.
    const extra = index * 15 + random.integer(0, 9);
    const life = random.next();
    return {
      type: 'product',
      sku: `${code}-${size}`,
      description: `${title}, ${size}`,
      manufacturer: line.manufacturer ?? ctx.account.name,
      manufacturerPartNumber: `${code.replace('-', '')}${random.integer(100, 999)}`,
      notes: life > 0.9 ? 'Ask the mill for lead time before promising more than 500.' : null,
      unitValue: perUnit(line, unit, price + extra),
      unitCost: perUnit(line, unit, cost + Math.floor(extra / 2)),
      productLine: line.name,
      unit,
      startDate: life < 0.75 ? null : addDays(today, -random.integer(60, 900)),
      // Some products are no longer sold, some will end soon, some are only announced.
      endDate:
        life < 0.04
          ? addDays(today, -random.integer(5, 90))
          : life > 0.96
            ? addDays(today, random.integer(20, 200))
            : null,
    };
  });
}

/** Price in dollars per unit, from the cents of one base unit: a multiple for packs, rounded to the cent. */
function perUnit(line: DemoLine, unit: string, cents: number): string {
  const factor = builtInUnitGroups[line.unitGroup]?.[unit] ?? 1;
  const price: Big = ratePer(decimal(cents).div(decimal(100)), ratio(1n, 1n), ratio(BigInt(factor), 1n));
  return roundMoney(price).toString();
}
