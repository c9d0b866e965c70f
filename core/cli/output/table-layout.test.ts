import { describe, expect, it } from 'vitest';
import { layOutTable, type TableColumn } from './table-layout.ts';
import { fitText, plainText, textWidth } from './text-width.ts';

interface Row {
  sku: string;
  name: string;
  price: number;
  note: string | null | undefined;
}

const rows: Row[] = [
  { sku: 'GL-1', name: 'Work glove, nitrile coated, with a very long name', price: 12.5, note: null },
  { sku: 'GL-22', name: 'Sock', price: 3, note: undefined },
];
const columns: TableColumn<Row>[] = [
  { title: 'SKU', value: ({ sku }) => sku },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Price', value: ({ price }) => price },
  { title: 'Note', value: ({ note }) => note },
];

describe('a table', () => {
  it('is as wide as it needs where there is room, with numbers on the right', () => {
    expect(layOutTable(columns, rows, Number.POSITIVE_INFINITY)).toEqual({
      header: 'SKU    Name                                               Price  Note',
      rows: [
        'GL-1   Work glove, nitrile coated, with a very long name   12.5',
        'GL-22  Sock                                                   3',
      ],
    });
  });

  it('takes from the widest column until it fits', () => {
    const { header, rows: lines } = layOutTable(columns, rows, 40);
    expect(lines[0]).toBe('GL-1   Work glove, nitrile…   12.5');
    for (const line of [header, ...lines]) expect(textWidth(line)).toBeLessThanOrEqual(40);
  });

  it('cuts no column below its minimum', () => {
    const kept = [{ ...(columns[1] as TableColumn<Row>), minimum: 30 }];
    expect(layOutTable(kept, rows, 10).rows[0]).toBe('Work glove, nitrile coated, w…');
  });

  it('shows an empty list as its header alone', () => {
    expect(layOutTable(columns, [], 80)).toEqual({ header: 'SKU  Name  Price  Note', rows: [] });
  });

  it('keeps a cell on one line and without control characters', () => {
    const evil = [{ text: 'a\u001b[2Jb\nc\u202Ed' }];
    expect(layOutTable([{ title: 'T', value: ({ text }) => text }], evil, 80).rows).toEqual(['a [2Jb c d']);
  });
});

describe('widths', () => {
  it.each([
    ['glove', 5],
    ['手袋', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['🧤', 2],
    ['', 0],
  ])('%s takes %i cells', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('never cuts a wide character in half', () => {
    expect(fitText('手袋手袋', 6)).toBe('手袋…');
    expect(fitText('手袋', 4)).toBe('手袋');
  });

  it('turns control characters into one space', () => {
    expect(plainText('a\t\n b\u0000')).toBe('a  b ');
  });
});
