import { dayLength, type NamedReference, newID } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, insertAddresses, Member, StoppedClock } from '@millwright/core/server';
import {
  type AccountGroupType,
  type CustomerStatus,
  type PaymentTermCode,
  type PriorityCode,
  plainCustomerFields,
} from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';
import { PaymentTerm } from '../../terms/payment-term/payment-term.entity.ts';
import { Priority } from '../../terms/priority/priority.entity.ts';
import { ShippingTerm } from '../../terms/shipping-term/shipping-term.entity.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';
import { accountGroupRecord } from '../account-group/account-group.part.ts';
import type { ImportedAddress, ImportedCustomer } from '../customer/import/customer-import-record.ts';
import { writeCustomers } from '../customer/import/customer-import-write.ts';
import { cities, type DemoBook, demoBooks, streets } from './demo-names.ts';

/** Names by which demo records refer to each other. */
interface Choices {
  groups: ReadonlyMap<string, NamedReference>;
  carriers: ReadonlyMap<string, NamedReference>;
  options: readonly (NamedReference & { carrierID: string })[];
  payment: ReadonlyMap<PaymentTermCode, NamedReference>;
  shipping: ReadonlyMap<string, NamedReference>;
  priorities: ReadonlyMap<PriorityCode, NamedReference>;
  reps: readonly NamedReference[];
}

/** A customer with further addresses besides bill-to and ship-to. */
interface DemoCustomer {
  customer: ImportedCustomer;
  further: readonly ImportedAddress[];
}

/** The first customers, some of which are parents of later ones. */
const firstOnes = 9;

/** Creates groups and customers of a demo account by the import's code; does nothing for other accounts. */
export async function createDemoCustomers(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const book = demoBooks[ctx.account.slug];
  if (!book) return;
  for (const [name, typeCode, isCommissionExempt, isFreightExempt] of book.groups)
    await accountGroupRecord.create(ctx, { name, typeCode, isCommissionExempt, isFreightExempt });
  const choices = await choicesOf(ctx);
  const make = (from: number, to: number, parents: readonly NamedReference[]): DemoCustomer[] =>
    Array.from({ length: to - from }, (_, index) => demoCustomer(random, choices, book, from + index, parents));
  const first = make(0, firstOnes, []);
  // Their ids are only known after writing.
  const parents = first.slice(0, 6).map(({ customer }) => ({ id: '', name: customer.name }));
  const all = [...first, ...make(firstOnes, book.count, parents)];
  const moments = joiningMoments(ctx, random, all.length);
  for (let begin = 0; begin < all.length; begin += atOnce) {
    const clock = new StoppedClock(moments[begin] as Date);
    const ids = await writeJoined({ ...ctx, clock }, all.slice(begin, begin + atOnce));
    for (const [index, id] of ids.entries()) {
      const parent = parents[begin + index];
      if (parent) parent.id = id;
    }
  }
}

/** Number of new customers per day. */
const atOnce = 3;

async function writeJoined(ctx: AccountContext, made: readonly DemoCustomer[]) {
  const rows = made.map(({ customer }, index) => ({ key: String(index), customer }));
  const ids = (await writeCustomers(ctx, rows)).map(({ recordID }) => recordID ?? '');
  await insertAddresses(
    ctx,
    made.flatMap(({ further }, index) =>
      further.map((address) => ({
        ...address,
        id: newID('adr'),
        partyID: ids[index] as string,
        placeID: null,
        addressDetails: null,
      })),
    ),
  );
  return ids;
}

const byCode = <Code extends string>(
  records: readonly { id: string; name: string; code?: Code | null | undefined }[],
): Map<Code, NamedReference> =>
  new Map(records.flatMap(({ id, name, code }) => (code ? [[code, { id, name }] as const] : [])));

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
    groups: new Map((await ctx.em.find(AccountGroup, { accountID })).map(({ name, id }) => [name, { id, name }])),
    carriers: byCode(await ctx.em.find(Carrier, { accountID })),
    options: options.map(({ id, name, carrier }) => ({ id, name, carrierID: carrier.id })),
    payment: byCode(await ctx.em.find(PaymentTerm, { accountID })),
    shipping: byCode(await ctx.em.find(ShippingTerm, { accountID })),
    priorities: byCode(await ctx.em.find(Priority, { accountID })),
    reps: (selling.length ? selling : reps).map(({ id, name }) => ({ id, name })),
  };
}

/** The company at an index of the list; no two names have the same pair of words. */
function companyOf(random: DemoRandom, book: DemoBook, position: number) {
  const first = book.first[position % book.first.length] as string;
  const second = book.second[Math.floor(position / book.first.length + position) % book.second.length] as string;
  return { name: `${first} ${second}`, city: random.pick(cities) };
}

type Company = ReturnType<typeof companyOf>;

const addressOf = (random: DemoRandom, name: string, city: Company['city'], line2: string | null): ImportedAddress => ({
  id: null,
  name,
  line1: `${random.integer(100, 9899)} ${random.pick(streets)}`,
  line2,
  city: city.name,
  state: city.state,
  postalCode: city.postalCode,
  country: 'US',
  phone: null,
  email: null,
});

/** The first customer is never on hold, because the demo shows its portal. */
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

function demoCustomer(
  random: DemoRandom,
  choices: Choices,
  book: DemoBook,
  position: number,
  parents: readonly NamedReference[],
): DemoCustomer {
  const company = companyOf(random, book, position);
  const { city } = company;
  const parent = (parents.length && position % 9 === 4 && random.pick(parents)) || null;
  const name = parent ? `${parent.name} - ${city.name}` : company.name;
  const domain = `${name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.test`;
  const billTo = addressOf(random, name, city, null);
  const hasWarehouse = random.next() < 0.35;
  const hasStore = random.next() < 0.12;
  const carrier = choices.carriers.get(random.pick(carrierCodes)) ?? null;
  const options = choices.options.filter(({ carrierID }) => carrierID === carrier?.id);
  const types = book.groups.filter(([, type]) => type === ('customer_type' satisfies AccountGroupType));
  const prices = book.groups.filter(([, type]) => type === ('price_group' satisfies AccountGroupType));
  const priceGroup = random.next() < 0.4 ? choices.groups.get(random.pick(prices)[0]) : undefined;
  const digits = `${random.integer(100, 999)}`;
  const customer: ImportedCustomer = {
    number: null,
    name,
    ...plainCustomerFields.unset,
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
    customerTypeGroup: position % 11 === 10 ? null : (choices.groups.get(random.pick(types)[0]) ?? null),
    customerPriceGroups: priceGroup ? [priceGroup] : [],
    defaultCarrier: carrier,
    defaultCarrierOption: options.length ? random.pick(options) : null,
    defaultPriority:
      choices.priorities.get(random.next() < 0.1 ? 'high' : random.next() < 0.1 ? 'low' : 'normal') ?? null,
    defaultPaymentTerm: choices.payment.get(random.pick(paymentCodes)) ?? null,
    defaultShippingTerm:
      choices.shipping.get(random.pick(['prepaid', 'prepaid_billed', 'prepaid_billed', 'freight_collect'])) ?? null,
    defaultSalesRep: choices.reps.length && random.next() < 0.85 ? random.pick(choices.reps) : null,
    parent,
    billTo,
    shipTo: hasWarehouse
      ? addressOf(random, `${name} Warehouse`, random.pick(cities), `Dock ${random.integer(1, 12)}`)
      : { ...billTo, name: `${name} Receiving` },
  };
  return { customer, further: hasStore ? [addressOf(random, `${name} Store`, random.pick(cities), null)] : [] };
}

/** Creation times over the last three years, in the order of the customers. */
function joiningMoments(ctx: AccountContext, random: DemoRandom, count: number): Date[] {
  const now = ctx.clock.now().getTime();
  return Array.from({ length: count }, (_, index) => {
    const age = Math.round(((count - index) / count) * 1000) + random.integer(1, 20);
    return new Date(now - age * dayLength - random.integer(0, 8 * 3_600_000));
  });
}
