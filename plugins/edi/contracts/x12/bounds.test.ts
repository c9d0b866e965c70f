import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, fileBounds } from './bounds.ts';
import { findingsBySegment } from './findings-of.ts';
import type { InterchangeFinding } from './interchange.ts';
import { readX12 } from './read.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const isa = (control: number, end = '~'): string =>
  [
    ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', 'RETAILER'.padEnd(15), 'ZZ', 'MILLWRIGHT'.padEnd(15)],
    ...['261120', '1200', 'U', '00401', String(control).padStart(9, '0'), '0', 'P', `>${end}`],
  ].join('*');
const group = (body: string, end = '~'): string => `GS*PO*R*M*20261120*1200*1*X*004010${end}${body}GE*1*1${end}`;
const file = (body: string, end = '~'): string => `${isa(1, end)}${group(body, end)}IEA*1*000000001${end}`;
const set = (control: number): string => `ST*850*${control}~BEG*00*SA*P${control}**20261120~SE*3*${control}~`;

describe('boundsOf', () => {
  it('lets through what partners send, however it is laid out', () => {
    for (const text of [file(set(1)), `\uFEFF\r\n${file(set(1))}\n\u001A`, file(set(1).replaceAll('~', '\n'), '\n')])
      expect(boundsOf(bytesOf(text))).toBeUndefined();
    // Texts that are not X12 have no bounds; the reader reports them.
    for (const text of ['', 'hello', 'UNA:+.? ', 'x'.repeat(5_000_000)])
      expect(boundsOf(bytesOf(text))).toBeUndefined();
  });

  it('names the place of a segment that is too long, with an end and without one', () => {
    for (const text of [
      file(`N9*${'x'.repeat(9_000_000)}~`),
      `${isa(1)}GS*PO*R*M*1*1*1*X*004010~${'y'.repeat(5_000_000)}`,
    ])
      expect(boundsOf(bytesOf(text))).toMatchObject({
        bound: 'segment',
        segment: 3,
        byte: text.indexOf('~', text.indexOf('GS*')) + 2,
        message: expect.stringContaining('at segment 3 (byte '),
      });
    const fits = file(`N9*${'x'.repeat(fileBounds.segment - 3)}~`);
    expect(boundsOf(bytesOf(fits))).toBeUndefined();
    expect(boundsOf(bytesOf(file(`N9*${'x'.repeat(fileBounds.segment - 2)}~`)))?.bound).toBe('segment');
  });

  it('counts interchanges, documents and bytes', () => {
    const interchanges = (count: number) =>
      Array.from({ length: count }, (_, index) => `${isa(index)}IEA*0*1~`).join('');
    expect(boundsOf(bytesOf(interchanges(100)))).toBeUndefined();
    expect(boundsOf(bytesOf(interchanges(20_000)))).toMatchObject({ bound: 'interchanges', segment: 201 });
    const documents = (count: number) => file(Array.from({ length: count }, (_, index) => set(index)).join(''));
    expect(boundsOf(bytesOf(documents(20_000)))).toBeUndefined();
    expect(boundsOf(bytesOf(documents(20_001)))).toMatchObject({ bound: 'documents' });
    expect(boundsOf(new Uint8Array(fileBounds.bytes + 1))).toMatchObject({ bound: 'bytes', byte: 10_000_001 });
    expect(boundsOf(bytesOf(documents(20_001)))?.message).toContain('split it');
  });

  it('counts as the reader does, for any text, and never throws', () => {
    const piece = fc.oneof(
      ...[isa(1), isa(2, '\n'), 'GS*PO*R*M*1*1*1*X*004010~', 'ST*850*1~', 'SE*2*1~', 'GE*1*1~', '~', '\n', ' ', '*']
        .concat(['ISA*', 'ST', 'IEA*1*1~'])
        .map((text) => fc.constant(text)),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const { interchanges } = readX12(text);
        const sets = interchanges.flatMap(({ groups }) => groups.flatMap((each) => each.sets)).length;
        const most = { ...fileBounds, interchanges: interchanges.length, documents: sets };
        expect(boundsOf(bytesOf(text), most)?.bound).not.toBe('documents');
      }),
    );
  });
});

it('findings are found by segments in the order that they came in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(20), { nil: undefined }), { maxLength: 40 }),
      fc.nat(20),
      fc.nat(20),
      (segments, first, last) => {
        const findings = segments.map((segment, index) => ({ segment, message: String(index) }) as InterchangeFinding);
        const within = findings.filter(({ segment }) => segment !== undefined && segment >= first && segment <= last);
        expect(findingsBySegment(findings)(first, last)).toEqual(within);
      },
    ),
  );
});
