import { newID } from '@millwright/core/contracts';
import { type AccountContext, indexRecords } from '@millwright/core/server';
import { paymentTermCodes, paymentTermNames } from '../contracts/index.ts';
import { Carrier, CarrierOption } from './terms/carrier/carrier.entity.ts';
import { PaymentTerm } from './terms/payment-term/payment-term.entity.ts';
import { Priority } from './terms/priority/priority.entity.ts';
import { ShippingTerm } from './terms/shipping-term/shipping-term.entity.ts';

/** Built-in carriers with their options (spec commerce section 3, options by carrier as details.md settles it). */
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

const shippingTerms = [
  { code: 'prepaid', name: 'Free Shipping', isFreightExempt: true, isCarrierRate: false },
  { code: 'prepaid_billed', name: 'Freight Charged', isFreightExempt: false, isCarrierRate: true },
  // The carrier bills the customer, so the account charges no freight.
  { code: 'freight_collect', name: 'Freight Collect', isFreightExempt: true, isCarrierRate: false },
] as const;

const priorities = [
  { code: 'low', name: 'Low', rank: 1 },
  { code: 'normal', name: 'Normal', rank: 2 },
  { code: 'high', name: 'High', rank: 3 },
] as const;

/** Free where a person has given the name to a record of another code. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name} ${next}`;
  return free;
};

/** Gives an account its terms, priorities and carriers; what is there stays as a person left it. */
export async function seedAccount(ctx: AccountContext): Promise<void> {
  const accountID = ctx.account.id;
  const payment = await ctx.em.find(PaymentTerm, { accountID });
  const paymentNames = new Set(payment.map(({ name }) => name));
  for (const code of paymentTermCodes)
    if (!payment.some((term) => term.code === code))
      ctx.em.create(PaymentTerm, { id: newID('pyt'), code, name: freeName(paymentTermNames[code], paymentNames) });

  const shipping = await ctx.em.find(ShippingTerm, { accountID });
  const shippingNames = new Set(shipping.map(({ name }) => name));
  for (const term of shippingTerms)
    if (!shipping.some(({ code }) => code === term.code))
      ctx.em.create(ShippingTerm, { id: newID('sht'), ...term, name: freeName(term.name, shippingNames) });

  const known = await ctx.em.find(Priority, { accountID });
  for (const priority of priorities)
    if (!known.some(({ code }) => code === priority.code)) ctx.em.create(Priority, { id: newID('pri'), ...priority });

  await seedCarriers(ctx);
  await ctx.em.flush();
  await indexSeeds(ctx);
}

/** The palette finds terms and carriers by name. */
async function indexSeeds(ctx: AccountContext): Promise<void> {
  const accountID = ctx.account.id;
  const named = (type: string) => (record: { id: string; name: string }) => ({
    type,
    id: record.id,
    title: record.name,
    text: '',
  });
  const options = await ctx.em.find(CarrierOption, { accountID }, { orderBy: { name: 'asc' } });
  await indexRecords(ctx, [
    ...(await ctx.em.find(PaymentTerm, { accountID })).map(named('payment_term')),
    ...(await ctx.em.find(ShippingTerm, { accountID })).map(named('shipping_term')),
    ...(await ctx.em.find(Carrier, { accountID })).map((carrier) => ({
      ...named('carrier')(carrier),
      subtitle:
        options
          .filter((option) => option.carrier.id === carrier.id)
          .map(({ name }) => name)
          .join(', ') || undefined,
    })),
  ]);
}

async function seedCarriers(ctx: AccountContext): Promise<void> {
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
}
