import type { StandInCall, StandInPlay } from '@millwright/core/testing';

/** A label that the stand-in sold. `isVoid`: it was voided later. */
export interface SoldLabel {
  reference: string;
  trackingNumber: string;
  id: string;
  isVoid: boolean;
}

/** A stand-in for a carrier's API, with its sold labels. */
export interface PlayedCarrier {
  play: StandInPlay;
  sold: SoldLabel[];
}

/** A black dot on white, 2x1 pixels: the smallest GIF that lies on its side. */
export const dotGIF = Buffer.from('R0lGODlhAgABAIAAAAAAAP///ywAAAAAAgABAAACAgQKADs=', 'base64');
/** A black dot. */
export const dotPNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

const pieces = (text: string): number =>
  Number(/"Weight":"([\d.]+)"|"weight":"([\d.]+)"/.exec(text)?.slice(1).find(Boolean));
const money = (amount: number) => ({ MonetaryValue: amount.toFixed(2), CurrencyCode: 'USD' });

/** UPS as documented: the token, a rate of 5 plus 0.50 per pound, labels, label recovery, void. */
export function playedUPS(): PlayedCarrier {
  const sold: SoldLabel[] = [];
  const label = ({ trackingNumber }: SoldLabel, format: string) => ({
    TrackingNumber: trackingNumber,
    ShippingLabel: {
      ImageFormat: { Code: format },
      GraphicImage: (format === 'ZPL' ? Buffer.from('^XA^FDUPS^FS^XZ') : dotGIF).toString('base64'),
    },
  });
  const formatOf = ({ body }: StandInCall) => (body.includes('"ZPL"') ? 'ZPL' : 'GIF');
  return {
    sold,
    play(call) {
      if (call.path === '/security/v1/oauth/token')
        return { json: { access_token: 'token', expires_in: '14399', token_type: 'Bearer' } };
      if (call.path === '/api/rating/v2409/Rate')
        return {
          json: {
            RateResponse: {
              RatedShipment: [
                {
                  TotalCharges: money(99),
                  NegotiatedRateCharges: { TotalCharge: money(5 + pieces(call.body) / 2) },
                },
              ],
            },
          },
        };
      if (call.path === '/api/shipments/v2409/ship') {
        const { ShipmentRequest: asked } = JSON.parse(call.body) as {
          ShipmentRequest: { Shipment: { Package: { ReferenceNumber: { Value: string } } } };
        };
        const id = `1Z${String(sold.length + 1).padStart(16, '0')}`;
        const made = { reference: asked.Shipment.Package.ReferenceNumber.Value, trackingNumber: id, id, isVoid: false };
        sold.push(made);
        return {
          json: {
            ShipmentResponse: {
              ShipmentResults: {
                ShipmentIdentificationNumber: id,
                ShipmentCharges: { TotalCharges: money(5 + pieces(call.body) / 2) },
                PackageResults: label(made, formatOf(call)),
              },
            },
          },
        };
      }
      if (call.path === '/api/labels/v1/recovery') {
        const found = sold.find(({ reference }) => call.body.includes(reference));
        if (!found)
          return { status: 400, json: { response: { errors: [{ code: '300', message: 'No such shipment' }] } } };
        const { TrackingNumber, ShippingLabel } = label(found, formatOf(call));
        return {
          json: {
            LabelRecoveryResponse: {
              ShipmentIdentificationNumber: found.id,
              LabelResults: {
                TrackingNumber,
                LabelImage: {
                  LabelImageFormat: ShippingLabel.ImageFormat,
                  GraphicImage: ShippingLabel.GraphicImage,
                },
              },
            },
          },
        };
      }
      const voided = /^\/api\/shipments\/v2409\/void\/cancel\/(\w+)$/.exec(call.path);
      const found = voided && sold.find(({ id }) => id === voided[1]);
      if (!found) return undefined;
      found.isVoid = true;
      return { json: { VoidShipmentResponse: { SummaryResult: { Status: { Code: '1', Description: 'Voided' } } } } };
    },
  };
}

/** Shippo: a shipment with two rates, transactions by rate, refunds, and the label as a picture. */
export function playedShippo(url: () => string): PlayedCarrier {
  const sold: SoldLabel[] = [];
  const rates = new Map<string, string>();
  const shown = ({ id, trackingNumber, reference }: SoldLabel) => ({
    object_id: id,
    status: 'SUCCESS',
    tracking_number: trackingNumber,
    label_url: `${url()}/labels/${id}.png`,
    metadata: reference,
    messages: [],
  });
  return {
    sold,
    play(call) {
      if (call.path === '/shipments/') {
        const count = rates.size + 1;
        const cost = 4 + pieces(call.body) / 4;
        rates.set(`rate_${count}`, '');
        const rate = (id: string, provider: string, token: string, amount: number) => ({
          object_id: id,
          provider,
          amount: amount.toFixed(2),
          currency: 'USD',
          servicelevel: { token, name: token },
        });
        return {
          status: 201,
          json: {
            object_id: `shipment_${count}`,
            rates: [
              rate(`rate_${count}`, 'USPS', 'usps_priority', cost),
              rate(`express_${count}`, 'USPS', 'usps_express', cost * 5),
            ],
            messages: [],
          },
        };
      }
      if (call.path === '/transactions/' && call.method === 'POST') {
        const { rate, metadata } = JSON.parse(call.body) as { rate: string; metadata: string };
        const id = `transaction_${sold.length + 1}`;
        const made = {
          reference: metadata,
          trackingNumber: `9400${String(sold.length + 1).padStart(10, '0')}`,
          id,
          isVoid: false,
        };
        sold.push(made);
        rates.set(rate, id);
        return { status: 201, json: shown(made) };
      }
      const listed = /^\/transactions\/\?rate=(\w+)/.exec(call.path);
      if (listed) {
        const found = sold.filter(({ id }) => rates.get(listed[1] ?? '') === id);
        return { json: { results: found.map(shown) } };
      }
      if (call.path === '/refunds/') {
        const found = sold.find(({ id }) => call.body.includes(`"${id}"`));
        if (found) found.isVoid = true;
        return { status: 201, json: { object_id: 'refund', status: found ? 'PENDING' : 'ERROR' } };
      }
      return call.path.startsWith('/labels/') ? { bytes: dotPNG, contentType: 'image/png' } : undefined;
    },
  };
}
