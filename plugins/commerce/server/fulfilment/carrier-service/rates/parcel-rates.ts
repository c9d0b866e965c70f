import { createHash } from 'node:crypto';
import {
  type AddressSnapshot,
  type Big,
  decimal,
  type Problem,
  problems,
  roundMoney,
} from '@millwright/core/contracts';
import { type AccountContext, billToAddressOf, type OutsideContext } from '@millwright/core/server';
import { type CarrierQuestion, carrierServiceProblems, type ServedParcel } from '../../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../../terms/carrier/carrier.entity.ts';
import type { CarrierServices, ConnectedCarrier } from '../carrier-services.ts';
import { tableRateOf } from './table-rate.ts';

/** Parcels of one carrier on their way from one place to another. */
export interface ParcelQuestion {
  carrierID: string;
  carrierOptionID: string | null;
  /** The account's own address where it is null. */
  from: AddressSnapshot | null;
  to: AddressSnapshot;
  parcels: readonly ServedParcel[];
}

/** Milliseconds for which an answer of a carrier counts. */
const freshFor = 10 * 60_000;
const mostKept = 2000;
/** Questions that wait for their answers at once. */
const mostAtOnce = 4;
const kept = new Map<string, { until: number; amount: string }>();

async function liveRate(ctx: OutsideContext, { port, access }: ConnectedCarrier, question: CarrierQuestion) {
  const hash = createHash('sha256').update(JSON.stringify([ctx.account.id, access, question]));
  const key = hash.digest('base64url');
  const known = kept.get(key);
  const now = ctx.clock.now().getTime();
  if (known && known.until > now) return decimal(known.amount);
  const { amount, currency } = await port.rate(question, access);
  if (currency !== ctx.account.currency)
    throw carrierServiceProblems.carrier_refused({
      message: `The carrier answers in ${currency}, and the account counts in ${ctx.account.currency}`,
    });
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, { until: now + freshFor, amount });
  return roundMoney(decimal(amount));
}

/** A carrier and its service. @throws Problem 400 for what is not there */
export async function askedCarrier(ctx: AccountContext, carrierID: string, carrierOptionID: string | null) {
  const key = { accountID: ctx.account.id };
  const carrier = await ctx.em.findOne(Carrier, { ...key, id: carrierID });
  if (!carrier) throw problems.invalid_input({ errors: [{ path: 'carrierID', message: 'There is no such carrier' }] });
  const asked = carrierOptionID && (await ctx.em.findOne(CarrierOption, { ...key, id: carrierOptionID }));
  const option = asked && asked.carrier.id === carrierID ? asked : null;
  if (carrierOptionID && !option)
    throw problems.invalid_input({
      errors: [{ path: 'carrierOptionID', message: `${carrier.name} has no such service` }],
    });
  return { carrier, option };
}

/**
 * What a carrier takes for each parcel: its own rate where it is connected, else the account's freight rates. Those
 * stand in too for a carrier that does not answer; never is anything 0 because nobody knows.
 * @throws Problem 409 `freight_rate_missing`, `ship_from_missing`, 409 and 503 of the carrier, 400 for unknown ones
 */
export async function rateParcels(
  ctx: OutsideContext,
  services: CarrierServices,
  { carrierID, carrierOptionID, from, to, parcels }: ParcelQuestion,
): Promise<Big[]> {
  const known = await ctx.inTransaction(
    async (inner) => {
      const { carrier, option } = await askedCarrier(inner, carrierID, carrierOptionID);
      const named = { name: carrier.name, code: carrier.code ?? null };
      return {
        carrier: named,
        option: option && { name: option.name, code: option.code },
        from: from ?? (await billToAddressOf(inner)),
        connected: await services.serving(inner, named),
        table: await tableRateOf(inner, { carrierID, optionID: carrierOptionID, state: to.state }),
      };
    },
    { readOnly: true },
  );
  const { carrier, option, connected, table } = known;
  const tabled = (weight: string): Big => {
    const amount = table(weight);
    if (amount) return amount;
    throw carrierServiceProblems.freight_rate_missing({
      message: `${carrier.name} has no rate for ${decimal(weight).toFixed()} lb: connect it, or add a freight rate`,
    });
  };
  if (!connected) return parcels.map(({ weight }) => tabled(weight));
  const shipFrom = known.from;
  if (!shipFrom) throw carrierServiceProblems.ship_from_missing();
  // Parcels that are alike are asked for once.
  const waiting = new Map(parcels.map((parcel) => [JSON.stringify(parcel), parcel])).entries();
  const found = new Map<string, Big>();
  const askOn = async (): Promise<void> => {
    for (const [key, parcel] of waiting)
      try {
        found.set(key, await liveRate(ctx, connected, { carrier, option, from: shipFrom, to, parcel }));
      } catch (error) {
        // It is down: what was agreed with it stands in. What it says no to is no matter of rates.
        const amount = (error as Problem).status === 503 ? table(parcel.weight) : undefined;
        if (!amount) throw error;
        found.set(key, amount);
      }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, askOn));
  return parcels.map((parcel) => found.get(JSON.stringify(parcel)) as Big);
}
