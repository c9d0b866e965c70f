import { describe, expect, it } from 'vitest';
import { joinedTable } from './joined-table.ts';
import { openTable } from './open-table.ts';

const open = (lines: readonly string[]) => openTable(new TextEncoder().encode(lines.join('\n')));
const names = ['orders.csv', 'details.csv'] as const;

describe('orders and their lines in two files', () => {
  it('are one table of lines, each with what its order says', async () => {
    const table = joinedTable(
      await open(['OrderID,Customer,Discount', '7,ALFKI,0', '8,BONAP,1', '9,NONE,0', '7,TWICE,0']),
      await open(['id;Product;Discount', '8;Hat;5', '7;Glove;', '10;Sock;1', '8;Cap;']),
      { on: 'order id=id', names },
    );
    expect(table.headings).toEqual(['OrderID', 'Customer', 'Discount', 'Product', 'Discount (lines)']);
    const rows = [...table.rows()];
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, '8', 'BONAP', '1', 'Hat', '5'],
      [2, '7', 'ALFKI', '0', 'Glove', ''],
      [3, '10', '', '', 'Sock', '1'],
      [4, '8', 'BONAP', '1', 'Cap', ''],
      [5, '7', 'TWICE', '0', '', ''],
      [6, '9', 'NONE', '0', '', ''],
    ]);
    expect(rows.flatMap(({ row, fault }) => (fault === undefined ? [] : [`${row}: ${fault}`]))).toEqual([
      '3: orders.csv has no OrderID 10',
      '5: Row 4 of orders.csv has the OrderID of an earlier row, 7',
      '6: Row 3 of orders.csv has no line in details.csv',
    ]);
  });

  it('meet in whatever form their keys are written', async () => {
    const table = joinedTable(
      await open(['Num\u00E9ro,Customer', 'CAF\u00C9,ALFKI']),
      await open(['Nume\u0301ro,Product', 'CAFE\u0301,Hat', 'CAF\u200B\u00C9,Cap']),
      { on: 'Num\u00E9ro', names },
    );
    expect([...table.rows()].map(({ cells, fault }) => [cells[1], cells[2], fault])).toEqual([
      ['ALFKI', 'Hat', undefined],
      ['ALFKI', 'Cap', undefined],
    ]);
  });

  it('need a column that both have', async () => {
    const [header, lines] = [await open(['a,b', '1,2']), await open(['a,c', '1,2'])];
    expect(() => joinedTable(header, lines, { on: undefined, names })).toThrow('need the column');
    expect(() => joinedTable(header, lines, { on: 'c', names })).toThrow('orders.csv has no column c; it has a, b');
    expect(() => joinedTable(header, lines, { on: 'b', names })).toThrow('details.csv has no column b');
  });
});
