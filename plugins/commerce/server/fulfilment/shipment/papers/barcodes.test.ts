import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { writePNG } from '@millwright/core/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { PracticeCarrier } from '../../carrier-service/providers/practice-carrier.ts';
import { type CartonLabel, zones } from './carton-label.ts';
import { cartonLabelZPL } from './carton-label-zpl.ts';
import { barsOf } from './draw-carton-labels.ts';

const label: CartonLabel = {
  shipFrom: ['Northfield Glove & Sock', '1 Mill St'],
  shipTo: ['Lakeside Outfitters', '12 Canal Road', 'Duluth, MN 55806'],
  postalCode: '55806',
  carrier: ['UPS', 'BOL 1042'],
  order: ['PO 77 ^XZ ~', 'Order 1007', 'Shipment 1042'],
  carton: '2 of 3',
  contents: ['GLOVE', '4 pair'],
  sscc: '006141411234567890',
  number: '1042-2',
};

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
});

/** All barcodes that a scanner reads in a picture: symbology and text, sorted. */
const scanned = async (picture: Uint8Array): Promise<string[]> => {
  const found = await readBarcodes(picture, { tryHarder: true, formats: ['Code128'], maxNumberOfSymbols: 5 });
  return found.map(({ symbologyIdentifier, text }) => `${symbologyIdentifier} ${text}`).sort();
};

/** Renders the bars of an SVG at a printer's resolution in dots per inch. */
function printed(svg: string, inches: { width: number; height: number }, dots = 203): Uint8Array {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  const [width, height] = [Math.round(inches.width * dots), Math.round(inches.height * dots)];
  const scale = width / Number(box?.[1]);
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [, stroke, path] of svg.matchAll(/stroke-width="([\d.]+)" d="([^"]+)"/g))
    for (const [, x] of (path ?? '').matchAll(/M([\d.]+) /g)) {
      const from = Math.round((Number(x) - Number(stroke) / 2) * scale);
      const to = Math.round((Number(x) + Number(stroke) / 2) * scale);
      for (let row = 0; row < height; row += 1) pixels.fill(0, row * width + from, row * width + to);
    }
  return writePNG({ width, height, pixels });
}

describe('barcodes of labels, as a scanner reads them', () => {
  it('of a carton label on a label printer', async () => {
    const { api } = await ready;
    const at = async (of: CartonLabel) =>
      scanned(Buffer.from(await api.zplToBase64Async(cartonLabelZPL([of]), 101.6, 152.4, 8), 'base64'));
    expect(await at(label)).toEqual([']C1 (00)006141411234567890', ']C1 (420)55806']);
    expect(await at({ ...label, sscc: null, postalCode: null })).toEqual([']C0 1042-2']);
  });

  it('of a carton label on paper', async () => {
    const of = (bcid: 'gs1-128' | 'code128', text: string, zone: { width: number; height: number }) =>
      scanned(printed(barsOf(bcid, text), zone));
    const wide = { width: 4, height: 1.45 };
    expect(await of('gs1-128', `(00)${label.sscc}`, wide)).toEqual([']C1 (00)006141411234567890']);
    expect(await of('code128', label.number, wide)).toEqual([']C0 1042-2']);
    expect(await of('gs1-128', '(420)55806', { ...zones.postal, height: 0.65 })).toEqual([']C1 (420)55806']);
  });

  it('of a practice label', async () => {
    const address = { name: 'A', line1: null, line2: null, city: null, state: null, postalCode: null };
    const somewhere = { ...address, country: 'US', phone: null, email: null, isDropShip: false };
    const order = {
      reference: 'lbl_01h455vb4pex5vsknk084sn02q',
      quoteID: null,
      carrier: { name: 'UPS', code: 'ups' },
      option: null,
      from: somewhere,
      to: somewhere,
      parcel: { weight: '2', length: null, width: null, height: null },
    };
    const carrier = new PracticeCarrier();
    const access = { integrationID: 'int_1', currency: 'USD', credentials: {} };
    const { bytes, trackingNumber, cost } = await carrier.buy({ ...order, format: 'pdf' }, access);
    expect(cost).toEqual({ amount: '7.50', currency: 'USD' });
    expect(await scanned(bytes)).toEqual([`]C0 ${trackingNumber}`]);
    const { api } = await ready;
    const zpl = new TextDecoder().decode((await carrier.buy({ ...order, format: 'zpl' }, access)).bytes);
    expect(await scanned(Buffer.from(await api.zplToBase64Async(zpl, 101.6, 152.4, 8), 'base64'))).toEqual([
      `]C0 ${trackingNumber}`,
    ]);
  });
});
