import { toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, readTogether, sql } from '@millwright/core/server';
import type { FreightReason, LabelTask, ShipGatePort, Shipment, ShippingCase } from '../../../../contracts/index.ts';
import { labelStates, shipmentStates } from '../../../../contracts/index.ts';
import { defaultRecipients } from '../../../parties/contact/contact-recipients.ts';
import { type LabelRow, labelsOf, selectLabels } from '../../carrier-service/label/label-rows.ts';
import {
  casesOf,
  selectCases,
  selectShipmentLines,
  shipmentLinesOf,
  shipmentOfCase,
  shippingCasesOf,
} from '../shipment.queries.ts';
import { selectCardPaymentOf, selectPaid } from '../status/payment-gate.ts';
import { refusalsOf } from '../status/ship-gate.ts';
import { putAwayTasksOf } from './put-away-tasks.ts';
import { type FreightRow, selectFreight, shipmentFreight } from './shipment-freight.ts';
import { shipmentView } from './shipment-list.queries.ts';

interface DetailRow {
  note: string | null;
  voidedAt: string | null;
  freightReason: FreightReason | null;
  termID: string | null;
  termName: string | null;
  /** Recipients of emails about the shipment, unless the request names others. */
  recipients: string[];
  invoiceID: string | null;
}

const selectDetail = (ctx: AccountContext, id: string) =>
  sql<DetailRow>`select shipment.note, shipment.voided_at as "voidedAt",
      shipment.freight_reason as "freightReason", term.id as "termID", term.name as "termName",
      ${defaultRecipients(ctx, 'shipment', 'customer', 'sold.acknowledgement_emails')} as recipients, (select invoice.id
        from commerce.invoice invoice
        where invoice.account_id = shipment.account_id and invoice.shipment_id = shipment.id
          and invoice.voided_on is null limit 1) as "invoiceID"
    from commerce.shipment shipment
    join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
    join commerce.customer customer on customer.account_id = shipment.account_id and customer.id = shipment.customer_id
    left join commerce.shipping_term term on term.account_id = sold.account_id and term.id = sold.shipping_term_id
    where shipment.account_id = ${ctx.account.id} and shipment.id = ${id}`;

const taskOf = ({ id, shippingCaseID, caseNumber, provider, trackingNumber, message }: LabelRow): LabelTask => ({
  labelID: id,
  shippingCaseID,
  caseNumber,
  provider,
  trackingNumber,
  message: message ?? '',
});

/** Reads single shipments with the refusals of all plugins against shipping them. */
export class ShipmentReader {
  readonly gates: readonly ShipGatePort[];

  constructor(gates: readonly ShipGatePort[]) {
    this.gates = gates;
  }

  /** One shipment with its cases. 404 for an unknown id. */
  async byID(ctx: AccountContext, id: string): Promise<Shipment> {
    return (await this.checked(ctx, id)).shipment;
  }

  /**
   * The shipment with all refusals against shipping it (with `isWaived` as without freight) and with the stock that it
   * takes from the packing place, in base units.
   */
  async checked(ctx: AccountContext, id: string, { isWaived }: { isWaived?: boolean | undefined } = {}) {
    const row = await shipmentView.byID(ctx, id);
    const parts = await readTogether(ctx, {
      labels: selectLabels(ctx, id),
      detail: selectDetail(ctx, id),
      lines: selectShipmentLines(ctx, id),
      ...selectCases(ctx, id),
      freight: selectFreight(ctx, id),
      paid: selectPaid(ctx, id),
      card: selectCardPaymentOf(ctx, id),
    });
    const { labels } = parts;
    const detail = parts.detail[0] as DetailRow;
    const shippingCases = casesOf(row, labels, parts);
    const isPacked = shipmentStates.is.packed(row.status.code);
    const freight = isPacked ? shipmentFreight(parts.freight[0] as FreightRow, { isWaived }) : undefined;
    const payment = { paid: parts.paid[0], card: parts.card[0] };
    const gated = freight && { shipment: row, cases: shippingCases, freight, payment };
    const refusals = gated ? await refusalsOf(ctx, this.gates, gated) : [];
    const shipment: Shipment = {
      ...row,
      invoiceID: detail.invoiceID,
      note: detail.note,
      voidedAt: detail.voidedAt && isoText(detail.voidedAt),
      shippingTerm: detail.termID ? { id: detail.termID, name: detail.termName ?? '' } : null,
      lines: shipmentLinesOf(parts.lines),
      shippingCases,
      isReadyToShip: isPacked && refusals.length === 0,
      refusals: refusals.map(({ overriddenWith, ...refusal }) => ({
        ...refusal,
        canOverride: overriddenWith !== null && ctx.can(overriddenWith),
      })),
      freight: freight
        ? { amount: freight.amount && toWire(freight.amount), reason: freight.reason }
        : { amount: row.freightAmount, reason: detail.freightReason ?? { rule: 'not_rated', text: 'Never shipped' } },
      recipients: detail.recipients,
      labelTasks: labels.filter(({ status }) => labelStates.is.refused(status)).map(taskOf),
      putAwayTasks: shipmentStates.is.void(row.status.code) ? await putAwayTasksOf(ctx, id) : [],
      isEditable: isPacked,
    };
    const stock = parts.lines.map(({ id: lineID, orderLineID, itemID, lotID, quantity }) => ({
      id: lineID,
      orderLineID,
      itemID,
      lotID,
      quantity,
    }));
    return { shipment, freight, refusals, stock };
  }

  /** One active case with its contents. 404 for an unknown id. */
  async caseByID(ctx: AccountContext, caseID: string): Promise<ShippingCase> {
    const shipment = await shipmentView.byID(ctx, await shipmentOfCase(ctx, caseID));
    const labels = await labelsOf(ctx, shipment.id);
    return (await shippingCasesOf(ctx, shipment, labels)).find(({ id }) => id === caseID) as ShippingCase;
  }
}
