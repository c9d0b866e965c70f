import type { Shipment, ShippingCase } from '../../../../contracts/index.ts';

/** The effect of a scan at the packing station. */
export type PackingScan =
  | { kind: 'case'; shippingCase: ShippingCase }
  /** Moves one unit of a line from another case into the one being filled. */
  | { kind: 'move'; shipmentLineID: string; sku: string; from: ShippingCase }
  | { kind: 'refused'; message: string };

/** The SSCC in a scan, without its application identifier. */
const ssccOf = (text: string): string => text.replace(/^\(?00\)?(?=\d{18}$)/, '');

/** Contents of a case after adding one unit of a line, or its remainder if that is below one unit. */
export const withOneMorePacked = (into: ShippingCase, shipmentLineID: string, amount: number) => {
  const contents = into.contents.map((each) => ({
    shipmentLineID: each.shipmentLineID,
    quantity: each.quantity.measure,
  }));
  const known = contents.find((each) => each.shipmentLineID === shipmentLineID);
  if (known) known.quantity = Math.round((known.quantity + amount) * 1e6) / 1e6;
  else contents.push({ shipmentLineID, quantity: amount });
  return contents;
};

/**
 * Interprets a scan. The number or SSCC of a case starts filling it. The SKU or lot of goods moves one unit into the
 * case being filled, from the case with the most of it.
 */
export function packingScan(shipment: Shipment, into: ShippingCase | undefined, text: string): PackingScan {
  const code = ssccOf(text.trim());
  const shippingCase = shipment.shippingCases.find(({ number, sscc }) => number === code || sscc === code);
  if (shippingCase) return { kind: 'case', shippingCase };
  const lines = shipment.lines.filter(({ sku, lotNumber }) => sku === code || lotNumber === code);
  if (!lines.length) return { kind: 'refused', message: `${text} is no case and nothing of this shipment` };
  if (!into) return { kind: 'refused', message: 'Choose a case first' };
  const held = shipment.shippingCases
    .filter(({ id }) => id !== into.id)
    .flatMap((from) => from.contents.map((content) => ({ from, content })))
    .filter(({ content }) => lines.some(({ id }) => id === content.shipmentLineID))
    .sort((left, right) => right.content.quantity.measure - left.content.quantity.measure);
  const [most] = held;
  if (!most) return { kind: 'refused', message: `All of ${lines[0]?.sku} lies in case ${into.number} already` };
  return { kind: 'move', shipmentLineID: most.content.shipmentLineID, sku: most.content.sku, from: most.from };
}
