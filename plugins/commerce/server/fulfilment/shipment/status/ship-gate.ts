import { type AccountContext, enabledOf } from '@millwright/core/server';
import type { Freight, ShipGatePort, ShipGateRefusal, Shipment, ShippingCase } from '../../../../contracts/index.ts';
import { labelStates } from '../../../../contracts/index.ts';
import { type OrderCardPayment, type PaidOrder, paymentRefusal } from './payment-gate.ts';

/** Values for commerce's own checks of a shipment. */
interface Gated {
  shipment: Pick<Shipment, 'id' | 'number' | 'customer'>;
  cases: readonly ShippingCase[];
  freight: Freight;
  /** See `selectPaid` and `selectCardPayment`. */
  payment: { paid: PaidOrder | undefined; card: OrderCardPayment | undefined };
}

const holds: Record<string, string> = {
  hold_all: 'is on hold',
  hold_shipment: 'is on hold for shipments',
};

/** Commerce's own refusals of the shipment. */
function ownRefusals({ shipment, cases, freight, payment }: Gated): ShipGateRefusal[] {
  const refusals: ShipGateRefusal[] = [];
  const refuse = (code: string, message: string, shippingCaseID: string | null = null): void => {
    refusals.push({ code, message, shippingCaseID, overriddenWith: null });
  };
  const hold = holds[shipment.customer.status];
  if (hold) refuse('customer_on_hold', `${shipment.customer.name} ${hold}: change the status of the customer first`);
  if (!cases.length) refuse('no_cases', 'The shipment has no case: add one');
  for (const each of cases) {
    if (!each.contents.length) refuse('case_empty', `Case ${each.number} is empty: take it away`, each.id);
    else if (each.freightWeight === null)
      refuse('case_not_weighed', `Case ${each.number} has no weight: weigh it, or take the estimates`, each.id);
  }
  const busy = cases.filter(({ label }) => labelStates.is.coming(label?.status));
  if (busy.length)
    refuse(
      'labels_in_progress',
      'Labels are being bought: wait until they are, so that the tracking numbers are known',
    );
  if (freight.amount === null)
    refusals.push({
      code: 'freight_not_rated',
      message: 'The carrier’s rate of a case is not known: type its freight, or ship without freight',
      shippingCaseID: null,
      overriddenWith: 'invoices:update',
    });
  const unpaid = paymentRefusal(payment, freight.amount);
  if (unpaid) refusals.push(unpaid);
  return refusals;
}

/** Refusals of a shipment by all plugins that the account has enabled. */
export async function refusalsOf(
  ctx: AccountContext,
  gates: readonly ShipGatePort[],
  gated: Gated,
): Promise<ShipGateRefusal[]> {
  const { id } = gated.shipment;
  const others: ShipGateRefusal[] = [];
  for (const gate of enabledOf(ctx, gates)) others.push(...((await gate.refusalsOf(ctx, [id])).get(id) ?? []));
  return [...ownRefusals(gated), ...others];
}
