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

/** Parcels of one carrier with the same origin and destination. */
export interface ParcelQuestion {
  carrierID: string;
  carrierOptionID: string | null;
  /** Null means the account's own address. */
  from: AddressSnapshot | null;
  to: AddressSnapshot;
  parcels: readonly ServedParcel[];
}

/** Milliseconds for which a carrier's answer is cached. */
const freshFor = 10 * 60_000;
const mostKept = 2000;
/** Concurrent requests to a carrier. */
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

/**
 * A carrier and its option.
 * @throws Problem 400 for an unknown id
 */
export async function askedCarrier(ctx: AccountContext, carrierID: string, carrierOptionID: string | null) {
  const key = { accountID: ctx.account.id };
  const carrier = await ctx.em.findOne(Carrier, { ...key, id: carrierID });
  if (!carrier) throw problems.invalid_input({ errors: [{ path: 'carrierID', message: 'There is no such carrier' }] });
  const requestedOption = carrierOptionID && (await ctx.em.findOne(CarrierOption, { ...key, id: carrierOptionID }));
  const option = requestedOption && requestedOption.carrier.id === carrierID ? requestedOption : null;
  if (carrierOptionID && !option)
    throw problems.invalid_input({
      errors: [{ path: 'carrierOptionID', message: `${carrier.name} has no such service` }],
    });
  return { carrier, option };
}

/**
 * The rate of each parcel: the carrier's own if the carrier is connected, otherwise the account's freight rates.
 * Freight rates also replace the answer of a carrier that is unavailable. An unknown rate is an error and never 0.
 * @throws Problem 409 `freight_rate_missing`, `ship_from_missing`, 409 and 503 of the carrier, 400 for unknown ids
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
  // Equal parcels are rated once.
  const waiting = new Map(parcels.map((parcel) => [JSON.stringify(parcel), parcel])).entries();
  const found = new Map<string, Big>();
  const askOn = async (): Promise<void> => {
    for (const [key, parcel] of waiting)
      try {
        found.set(key, await liveRate(ctx, connected, { carrier, option, from: shipFrom, to, parcel }));
      } catch (error) {
        // If the carrier is unavailable, the account's freight rates apply. A refusal by the carrier is an error.
        const amount = (error as Problem).status === 503 ? table(parcel.weight) : undefined;
        if (!amount) throw error;
        found.set(key, amount);
      }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, askOn));
  return parcels.map((parcel) => found.get(JSON.stringify(parcel)) as Big);
}
