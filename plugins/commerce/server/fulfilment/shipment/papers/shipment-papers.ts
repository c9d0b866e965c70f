import { type AccountContext, type PrintedDocument, paperFrame } from '@millwright/core/server';
import { type Shipment, type ShippingCase, vicsBillOfLading } from '../../../../contracts/index.ts';
import { snapshotLines } from '../../../document/addresses/address-text.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import { shipmentSettingsOf } from '../record/shipment-settings.ts';

const pounds = (weight: number | null): string => (weight ? `${weight} lb` : '');

const carrierOf = ({ carrier, carrierOption, carrierName }: Shipment): string =>
  [carrierName ?? carrier?.name, carrierOption?.name].filter(Boolean).join(', ');

const present = (facts: readonly (readonly [string, string | null | undefined])[]): [string, string][] =>
  facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));

const marks = { packed: null, shipped: null, void: 'VOID' } as const;

/** The packing slip: contents of each case, without prices. */
export async function packingSlip(ctx: AccountContext, shipment: Shipment): Promise<PrintedDocument> {
  const formats = documentFormats(ctx);
  const inCases = shipment.shippingCases.map(({ number, sscc, freightWeight, trackingNumber, contents }) => ({
    title: [`Case ${number}`, sscc && `(00) ${sscc}`, pounds(freightWeight), trackingNumber]
      .filter(Boolean)
      .join(' · '),
    columns: [
      { header: '#', width: 22 },
      { header: 'Item', width: '*' as const },
      { header: 'Lot', width: 110 },
      { header: 'Quantity', width: 90, align: 'right' as const },
    ],
    rows: contents.map((each) => ({
      cells: [String(each.lineItemNumber), each.sku, each.lotNumber ?? '', formats.quantity(each.quantity)],
      detail: each.description,
    })),
    empty: 'Empty',
  }));
  return {
    ...(await paperFrame(ctx)),
    title: `Packing slip ${shipment.number}`,
    facts: present([
      ['Shipment', shipment.number],
      ['Date', formats.dayOf(shipment.shippedAt ?? shipment.createdAt)],
      ['Our order', shipment.order.number],
      ['Your order', shipment.order.customerPO],
      ['Carrier', carrierOf(shipment)],
      ['Tracking', shipment.masterTrackingNumber],
      ['Cases', String(shipment.caseCount)],
      ['Weight', pounds(shipment.freightWeight)],
    ]),
    parties: [
      {
        label: 'Ship to',
        lines: shipment.shipTo ? snapshotLines(shipment.shipTo) : [shipment.customer.name],
      },
    ],
    mark: marks[shipment.status.code],
    tables: inCases,
    totals: [],
    notes: shipment.note ? [shipment.note] : [],
  };
}

/** The party that pays the carrier, in the words of a bill of lading. */
const freightTerms = ({ shippingTerm }: Shipment): string =>
  shippingTerm?.name.toLowerCase().includes('collect') ? 'Collect' : 'Prepaid';

/** Number of the bill of lading: the typed one, otherwise 17 digits by VICS if the account has a company prefix. */
export async function billOfLadingNumber(ctx: AccountContext, shipment: Shipment): Promise<string> {
  const { gs1CompanyPrefix } = await shipmentSettingsOf(ctx);
  if (shipment.billOfLading) return shipment.billOfLading;
  return gs1CompanyPrefix ? vicsBillOfLading(gs1CompanyPrefix, shipment.number) : shipment.number;
}

/** Contents of a case as text: the first three items, and the number of further items. */
function articlesOf({ contents }: ShippingCase): string {
  const articles = [...new Set(contents.map(({ description }) => description))];
  const more = articles.length > 3 ? ` and ${articles.length - 3} more` : '';
  return `${articles.slice(0, 3).join(', ')}${more}` || 'Goods';
}

/** The straight bill of lading: the goods that the carrier receives, with three signatures. */
export async function billOfLading(ctx: AccountContext, shipment: Shipment): Promise<PrintedDocument> {
  const frame = await paperFrame(ctx);
  const formats = documentFormats(ctx);
  const number = await billOfLadingNumber(ctx, shipment);
  const size = ({ length, width, height }: Shipment['shippingCases'][number]): string =>
    length && width && height ? `${length} x ${width} x ${height} in` : '';
  return {
    ...frame,
    title: 'Bill of lading',
    facts: present([
      ['Number', number],
      ['Date', formats.dayOf(shipment.shippedAt ?? shipment.createdAt)],
      ['Shipment', shipment.number],
      ['Order', shipment.order.number],
      ['Customer PO', shipment.order.customerPO],
      ['Carrier', carrierOf(shipment)],
      ['PRO', shipment.masterTrackingNumber],
      ['Freight', freightTerms(shipment)],
    ]),
    parties: [
      { label: 'Ship from', lines: [frame.brand.name, ...frame.brand.lines] },
      { label: 'Ship to', lines: shipment.shipTo ? snapshotLines(shipment.shipTo) : [shipment.customer.name] },
    ],
    mark: marks[shipment.status.code],
    tables: [
      {
        columns: [
          { header: 'Package', width: 60 },
          { header: 'Description of articles', width: '*' },
          { header: 'Size', width: 96 },
          { header: 'SSCC', width: 116 },
          { header: 'Weight', width: 62, align: 'right' },
        ],
        rows: shipment.shippingCases.map((each) => ({
          cells: [each.number, articlesOf(each), size(each), each.sscc ?? '', pounds(each.freightWeight)],
        })),
        empty: 'No cases',
      },
    ],
    totals: [
      ['Packages', String(shipment.caseCount)],
      ['Weight', pounds(shipment.freightWeight) || 'Not weighed'],
    ],
    notes: [
      ...(shipment.note ? [shipment.note] : []),
      'Received the property described above in apparent good order, except as noted.',
      'Shipper ______________________    Carrier ______________________    Consignee ______________________',
    ],
  };
}
