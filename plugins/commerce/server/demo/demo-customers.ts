import type { AddressInput } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, Member, sql } from '@millwright/core/server';
import {
  type AccountGroupType,
  type CustomerStatus,
  createCustomerBody,
  type PaymentTermCode,
  type PriorityCode,
} from '../../contracts/index.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';
import type { AccountGroupService } from '../account-group/account-group.service.ts';
import { Carrier, CarrierOption } from '../carrier/carrier.entity.ts';
import type { CustomerService } from '../customer/customer.service.ts';
import { PaymentTerm } from '../payment-term/payment-term.entity.ts';
import { Priority } from '../priority/priority.entity.ts';
import { ShippingTerm } from '../shipping-term/shipping-term.entity.ts';
import { cities, type DemoBook, demoBooks, streets } from './demo-names.ts';

/** Names by which demo records find each other. */
interface Choices {
  groups: ReadonlyMap<string, string>;
  carriers: ReadonlyMap<string, string>;
  options: readonly { id: string; carrierID: string }[];
  payment: ReadonlyMap<PaymentTermCode, string>;
  shipping: ReadonlyMap<string, string>;
  priorities: ReadonlyMap<PriorityCode, string>;
  reps: readonly string[];
}

/** Fills a demo account with groups and customers; other accounts get nothing. */
export async function createDemoCustomers(
  ctx: AccountContext,
  random: DemoRandom,
  services: { groups: AccountGroupService; customers: CustomerService },
): Promise<void> {
  const book = demoBooks[ctx.account.slug];
  if (!book) return;
  for (const [name, typeCode, isCommissionExempt, isFreightExempt] of book.groups)
    await services.groups.create(ctx, { name, typeCode, isCommissionExempt, isFreightExempt });
  const choices = await choicesOf(ctx);
  const created: string[] = [];
  const parents: { id: string; name: string }[] = [];
  for (let position = 0; position < book.count; position += 1) {
    const company = companyOf(random, book, position);
    const parent = position > 8 && position % 9 === 4 ? parents[random.integer(0, parents.length - 1)] : undefined;
    const name = parent ? `${parent.name} - ${company.city.name}` : company.name;
    const customer = await services.customers.create(
      ctx,
      createCustomerBody.parse({
        ...customerOf(random, choices, book, position, { ...company, name }),
        parentID: parent?.id ?? null,
      }),
    );
    created.push(customer.id);
    await ctx.em.flush();
    ctx.em.clear();
    if (position < 6 && !parent) parents.push({ id: customer.id, name });
  }
  await backdate(ctx, random, created);
}

async function choicesOf(ctx: AccountContext): Promise<Choices> {
  const accountID = ctx.account.id;
  const reps = await ctx.em.find(
    Member,
    { accountID, customer: null },
    { populate: ['role'], orderBy: { email: 'asc' } },
  );
  const selling = reps.filter(({ role }) => role.type === 'sales_rep');
  const options = await ctx.em.find(CarrierOption, { accountID }, { orderBy: { code: 'asc' } });
  return {
    groups: new Map((await ctx.em.find(AccountGroup, { accountID })).map(({ name, id }) => [name, id])),
    carriers: new Map((await ctx.em.find(Carrier, { accountID })).map(({ code, id }) => [code ?? '', id])),
    options: options.map(({ id, carrier }) => ({ id, carrierID: carrier.id })),
    payment: new Map((await ctx.em.find(PaymentTerm, { accountID })).map(({ code, id }) => [code, id])),
    shipping: new Map((await ctx.em.find(ShippingTerm, { accountID })).map(({ code, id }) => [code ?? '', id])),
    priorities: new Map((await ctx.em.find(Priority, { accountID })).map(({ code, id }) => [code, id])),
    reps: (selling.length ? selling : reps).map(({ id }) => id),
  };
}

/** The company at a place of the list: names repeat no pair of words. */
function companyOf(random: DemoRandom, book: DemoBook, position: number) {
  const first = book.first[position % book.first.length] as string;
  const second = book.second[Math.floor(position / book.first.length + position) % book.second.length] as string;
  return { name: `${first} ${second}`, city: random.pick(cities) };
}

type Company = ReturnType<typeof companyOf>;

const addressOf = (random: DemoRandom, name: string, city: Company['city'], line2: string | null): AddressInput => ({
  name,
  line1: `${random.integer(100, 9899)} ${random.pick(streets)}`,
  line2,
  city: city.name,
  state: city.state,
  postalCode: city.postalCode,
  country: 'US',
});

/** The first customer is the one whose portal the demo shows: nothing of it is held. */
const statusOf = (random: DemoRandom, position: number): CustomerStatus => {
  const dice = random.next();
  if (position < 3) return 'preferred';
  return dice < 0.04 ? 'hold_all' : dice < 0.1 ? 'hold_shipment' : dice < 0.28 ? 'preferred' : 'normal';
};

const carrierCodes = ['ups', 'ups', 'ups', 'fedex', 'usps', 'ltl', 'ltl1', 'will_call', 'delivery', 'freight_collect'];
const paymentCodes: readonly PaymentTermCode[] = [
  'net_30',
  'net_30',
  'net_30',
  'net_45',
  'net_60',
  'net_90',
  'ccd',
  'prepaid',
  'cod',
  'cia',
];
const notes = [
  'Call before delivery; the dock closes at 3 pm.',
  'Wants one invoice per purchase order.',
  'Pallets no higher than 60 inches.',
  'Ships complete only.',
];

function customerOf(random: DemoRandom, choices: Choices, book: DemoBook, position: number, { name, city }: Company) {
  const domain = `${name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.test`;
  const billTo = addressOf(random, name, city, null);
  const hasWarehouse = random.next() < 0.35;
  const hasStore = random.next() < 0.12;
  const carrierID = choices.carriers.get(random.pick(carrierCodes));
  const options = choices.options.filter((option) => option.carrierID === carrierID);
  const types = book.groups.filter(([, type]) => type === ('customer_type' satisfies AccountGroupType));
  const prices = book.groups.filter(([, type]) => type === ('price_group' satisfies AccountGroupType));
  const priceGroup = random.next() < 0.4 ? choices.groups.get(random.pick(prices)[0]) : undefined;
  const digits = `${random.integer(100, 999)}`;
  return {
    name,
    email: `orders@${domain}`,
    phone: `(${random.integer(201, 989)}) 555-0${digits}`,
    url: random.next() < 0.6 ? `https://${domain}` : null,
    note: random.next() < 0.2 ? random.pick(notes) : null,
    status: statusOf(random, position),
    isEdiEnabled: random.next() < 0.12,
    acceptsInvoiceEmails: random.next() < 0.7,
    isFreightExempt: random.next() < 0.06,
    isCommissionExempt: random.next() < 0.04,
    isParentAccount: position < 3,
    customerTypeGroupID: position % 11 === 10 ? null : choices.groups.get(random.pick(types)[0]),
    customerPriceGroupIDs: priceGroup ? [priceGroup] : [],
    defaultCarrierID: carrierID ?? null,
    defaultCarrierOptionID: options.length ? random.pick(options).id : null,
    defaultPriorityID:
      choices.priorities.get(random.next() < 0.1 ? 'high' : random.next() < 0.1 ? 'low' : 'normal') ?? null,
    defaultPaymentTermID: choices.payment.get(random.pick(paymentCodes)) ?? null,
    defaultShippingTermID:
      choices.shipping.get(random.pick(['prepaid', 'prepaid_billed', 'prepaid_billed', 'freight_collect'])) ?? null,
    defaultSalesRepID: choices.reps.length && random.next() < 0.85 ? random.pick(choices.reps) : null,
    billToAddress: billTo,
    shipToAddress: hasWarehouse
      ? addressOf(random, `${name} Warehouse`, random.pick(cities), `Dock ${random.integer(1, 12)}`)
      : { ...billTo, name: `${name} Receiving` },
    addresses: hasStore ? [addressOf(random, `${name} Store`, random.pick(cities), null)] : [],
  };
}

/** Customers have joined over the last three years, the first ones first. */
async function backdate(ctx: AccountContext, random: DemoRandom, ids: readonly string[]): Promise<void> {
  const day = 86_400_000;
  const now = ctx.clock.now().getTime();
  const dates = ids.map((_, index) => {
    const age = Math.round(((ids.length - index) / ids.length) * 1000) + random.integer(1, 20);
    return new Date(now - age * day - random.integer(0, 8 * 3_600_000)).toISOString();
  });
  for (const table of ['commerce.customer', 'core.party'])
    await sql`update ${sql.table(table)} as target set created_at = dated.at, updated_at = dated.at
      from unnest(${[...ids]}::text[], ${dates}::timestamptz[]) as dated (id, at)
      where target.account_id = ${ctx.account.id} and target.id = dated.id`.execute(ctx.em.query());
}
