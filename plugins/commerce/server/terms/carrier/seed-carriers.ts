import { newID } from '@millwright/core/contracts';
import { type AccountContext, indexRecords } from '@millwright/core/server';
import { freeName } from '../seed-name.ts';
import { Carrier, CarrierOption } from './carrier.entity.ts';

/** Built-in carriers with their options (spec commerce section 3; options by carrier as decided in details.md). */
const carriers: readonly {
  code: string;
  name: string;
  tracking?: string;
  options?: readonly (readonly [string, string])[];
}[] = [
  { code: 'will_call', name: 'Will call' },
  { code: 'delivery', name: 'Delivery' },
  {
    code: 'ups',
    name: 'UPS',
    tracking: 'https://www.ups.com/track?tracknum={trackingNumber}',
    options: [
      ['NDA', 'Next Day Air'],
      ['SDA', 'Second Day Air'],
      ['03', 'Ground'],
      ['TDS', 'Three Day Select'],
      ['NDAS', 'Next Day Air Saver'],
      ['NDAEAM', 'Next Day Air Early AM'],
      ['SDAAM', 'Second Day Air AM'],
    ],
  },
  {
    code: 'fedex',
    name: 'FedEx',
    tracking: 'https://www.fedex.com/fedextrack/?trknbr={trackingNumber}',
    options: [['ES', 'Express Saver']],
  },
  { code: 'usps', name: 'USPS' },
  { code: 'ltl', name: 'LTL', options: [['AE', 'Averitt Express']] },
  { code: 'ltl1', name: 'LTL 1', options: [['RLC', 'R+L Carriers']] },
  { code: 'freight_collect', name: 'Freight collect', options: [['FC', 'Freight Collect']] },
];

/** Adds the built-in carriers and options to an account; existing ones stay unchanged. */
export async function seedCarriers(ctx: AccountContext): Promise<void> {
  const accountID = ctx.account.id;
  const present = await ctx.em.find(Carrier, { accountID });
  const options = await ctx.em.find(CarrierOption, { accountID });
  const names = new Set(present.map(({ name }) => name));
  for (const { code, name, tracking, options: builtIn = [] } of carriers) {
    const carrier =
      present.find((each) => each.code === code) ??
      ctx.em.create(Carrier, {
        id: newID('car'),
        code,
        name: freeName(name, names),
        isBuiltIn: true,
        trackingUrlTemplate: tracking ?? null,
      });
    for (const [optionCode, optionName] of builtIn)
      if (!options.some((option) => option.carrier.id === carrier.id && option.code === optionCode))
        ctx.em.create(CarrierOption, {
          id: newID('cao'),
          carrier,
          code: optionCode,
          name: optionName,
          isBuiltIn: true,
        });
  }
  await ctx.em.flush();
  await indexCarriers(ctx);
}

/** Search finds carriers by name and by the names of their options. */
async function indexCarriers(ctx: AccountContext): Promise<void> {
  const accountID = ctx.account.id;
  const options = await ctx.em.find(CarrierOption, { accountID }, { orderBy: { name: 'asc' } });
  const carrierRows = await ctx.em.find(Carrier, { accountID });
  await indexRecords(
    ctx,
    carrierRows.map(({ id, name }) => ({
      type: 'carrier',
      id,
      title: name,
      subtitle:
        options
          .filter((option) => option.carrier.id === id)
          .map((option) => option.name)
          .join(', ') || undefined,
      text: '',
    })),
  );
}
