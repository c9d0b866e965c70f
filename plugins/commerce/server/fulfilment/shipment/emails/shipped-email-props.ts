/** Content of the email about a shipment. Dates and quantities are texts in the account's format. */
export interface ShippedEmailProps {
  number: string;
  orderNumber: string;
  customerPO: string | null;
  customerName: string;
  shippedOn: string;
  carrier: string | null;
  caseCount: number;
  /** `url`: the carrier's tracking page, null without one. */
  tracking: { number: string; url: string | null }[];
  shipTo: string[];
  lines: { id: string; sku: string; description: string; quantity: string }[];
}

/** A sample shipment for the preview. */
export const sampleShipment: ShippedEmailProps = {
  number: '1107',
  orderNumber: '1042',
  customerPO: 'PO-77815',
  customerName: 'Lakeside Outfitters',
  shippedOn: 'March 12, 2026',
  carrier: 'UPS, Ground',
  caseCount: 3,
  tracking: [
    { number: '1Z999AA10123456784', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
    { number: '1Z999AA10123456793', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456793' },
  ],
  shipTo: ['Lakeside Outfitters, dock 2', '12 Canal Road', 'Duluth, MN 55806', 'US'],
  lines: [
    { id: '1', sku: 'WG-LTH-L', description: 'Leather palm work glove, L', quantity: '24 ct12pr' },
    { id: '2', sku: 'CS-MER-M', description: 'Merino crew sock, M', quantity: '60 pair' },
  ],
};
