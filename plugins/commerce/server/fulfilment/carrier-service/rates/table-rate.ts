import type { Big } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type ExactStep, freightStatesOf, stepAmount } from '../../../../contracts/index.ts';

interface RateRow {
  name: string;
  optionID: string | null;
  states: string | null;
  steps: ExactStep[];
}

/** The account's freight rate of a carrier for a parcel. Undefined if no rate fits. */
export type TableRate = (weight: string) => Big | undefined;

/** Freight rates of a carrier for a state. Rates for the service come first, then rates for named states. */
export async function tableRateOf(
  ctx: AccountContext,
  { carrierID, optionID, state }: { carrierID: string; optionID: string | null; state: string | null },
): Promise<TableRate> {
  const { rows } = await sql<RateRow>`select rate.name, rate.carrier_option_id as "optionID", rate.states,
      (select coalesce(json_agg(json_build_object('fromWeight', step.from_weight::text, 'amount', step.amount::text,
          'perPound', step.per_pound::text)), '[]')
        from commerce.freight_rate_step step
        where step.account_id = rate.account_id and step.freight_rate_id = rate.id) as steps
    from commerce.freight_rate rate
    where rate.account_id = ${ctx.account.id} and rate.carrier_id = ${carrierID}
      and (rate.carrier_option_id is null or rate.carrier_option_id = ${optionID})
    order by rate.carrier_option_id is null, rate.states is null, rate.name`.execute(ctx.em.query());
  const to = (state ?? '').trim().toUpperCase();
  const fitting = rows.filter(({ states }) => states === null || freightStatesOf(states).includes(to));
  return (weight) => {
    for (const { steps } of fitting) {
      const amount = stepAmount(steps, weight);
      if (amount) return amount;
    }
    return undefined;
  };
}
