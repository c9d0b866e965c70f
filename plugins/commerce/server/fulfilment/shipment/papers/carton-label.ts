import type { AccountContext } from '@millwright/core/server';
import type { Shipment, ShippingCase } from '../../../../contracts/index.ts';
import { snapshotLines } from '../../../document/addresses/address-text.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import { billOfLadingNumber } from './shipment-papers.ts';

/** Texts of a case's carton label by zone, in the account's format. */
export interface CartonLabel {
  shipFrom: readonly string[];
  shipTo: readonly string[];
  /** Digits for `(420)`. Null unless the postal code is a US ZIP code. */
  postalCode: string | null;
  carrier: readonly string[];
  order: readonly string[];
  /** `1 of 3` */
  carton: string;
  /** The contents of the case: the item and its quantity, or a text for mixed contents. */
  contents: readonly string[];
  /** 18 digits, null without a company prefix. */
  sscc: string | null;
  /** The case's own number, printed if there is no SSCC. */
  number: string;
}

const fiveDigits = /^\d{5}(?:-?\d{4})?$/;

function contentsOf({ contents }: ShippingCase, quantity: ReturnType<typeof documentFormats>['quantity']): string[] {
  const [only, ...others] = contents;
  if (!only) return ['Empty'];
  if (others.length) return [`Mixed carton: ${contents.length} lines`, contents.map(({ sku }) => sku).join(', ')];
  return [`${only.sku} · ${quantity(only.quantity)}`, only.description];
}

/** The labels of the named cases, or of all cases of the shipment. */
export async function cartonLabels(
  ctx: AccountContext,
  shipment: Shipment,
  shipFrom: readonly string[],
  caseID?: string,
): Promise<CartonLabel[]> {
  const bol = await billOfLadingNumber(ctx, shipment);
  const { quantity } = documentFormats(ctx);
  const postal = shipment.shipTo?.postalCode?.trim() ?? '';
  const count = shipment.shippingCases.length;
  return shipment.shippingCases
    .map((each, index) => ({ each, index }))
    .filter(({ each }) => caseID === undefined || each.id === caseID)
    .map(({ each, index }) => ({
      shipFrom,
      shipTo: shipment.shipTo ? snapshotLines(shipment.shipTo) : [shipment.customer.name],
      postalCode: fiveDigits.test(postal) ? postal.slice(0, 5) : null,
      carrier: [
        each.carrier?.name ?? shipment.carrierName ?? shipment.carrier?.name,
        `BOL ${bol}`,
        shipment.masterTrackingNumber && `PRO ${shipment.masterTrackingNumber}`,
      ].filter((line): line is string => Boolean(line)),
      order: [
        ...(shipment.order.customerPO ? [`PO ${shipment.order.customerPO}`] : []),
        `Order ${shipment.order.number}`,
        `Shipment ${shipment.number}`,
      ],
      carton: `${index + 1} of ${count}`,
      contents: contentsOf(each, quantity),
      sscc: each.sscc,
      number: each.number,
    }));
}

/** A rectangle in inches from the upper left corner of the label. */
export interface Zone {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The label, height by width in inches. */
export const cartonLabelSize = { width: 4, height: 6 } as const;

/**
 * Zones of the label from top to bottom. The SSCC bars are at least 1.25 inches high, with quiet zones of ten modules.
 */
export const zones = {
  shipFrom: { x: 0.1, y: 0.1, width: 1.5, height: 0.95 },
  shipTo: { x: 1.75, y: 0.1, width: 2.15, height: 0.95 },
  postal: { x: 0.1, y: 1.15, width: 1.9, height: 0.85 },
  carrier: { x: 2.15, y: 1.15, width: 1.75, height: 0.85 },
  order: { x: 0.1, y: 2.1, width: 2.4, height: 0.8 },
  carton: { x: 2.65, y: 2.1, width: 1.25, height: 0.8 },
  contents: { x: 0.1, y: 3, width: 3.8, height: 0.7 },
  sscc: { x: 0.1, y: 3.85, width: 3.8, height: 2.05 },
} as const satisfies Record<string, Zone>;

/** Lines between the zones: horizontal over the whole width, vertical between two heights. */
export const rules = {
  horizontal: [1.1, 2.05, 2.95, 3.75],
  vertical: [
    { x: 1.68, from: 0, to: 1.1 },
    { x: 2.08, from: 1.1, to: 2.05 },
    { x: 2.58, from: 2.05, to: 2.95 },
  ],
} as const;
