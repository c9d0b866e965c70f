import { describe, expect, it } from 'vitest';
import type { StagedRow } from '../../change-sets/run/change-set-action.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { importFaults } from '../check-imports.ts';
import type { ImportDefinition, ImportVerdict } from '../import-definition.ts';
import { type ImportWorkOptions, importWork, keyOf, lineFault } from './import-work.ts';

// The work only uses the account's notation of numbers and dates.
const ctx = { account: { locale: 'en-US', currency: 'USD' } } as AccountContext;
const options = (mapped: string[], more: Partial<ImportWorkOptions> = {}): ImportWorkOptions => ({
  onExisting: 'update',
  createReferences: [],
  mapped,
  styles: {},
  ...more,
});

const orders = (check: (key: string) => Partial<ImportVerdict> = () => ({})) => {
  const seen: { check: string[]; apply: unknown[] } = { check: [], apply: [] };
  const definition: ImportDefinition = {
    name: 'orders',
    title: 'Orders',
    description: '',
    recordType: 'order',
    permission: 'orders:create',
    keys: ['number', 'reference'],
    isGrouped: true,
    fields: [
      { name: 'number', label: 'Number' },
      { name: 'reference', label: 'Reference' },
      { name: 'quantity', label: 'Quantity', kind: 'decimal', isRequired: true },
    ],
    check: async (_ctx, records) => {
      seen.check.push(...records.map(({ key }) => key));
      return records.map(({ key, rows }) => ({
        key,
        label: `Order ${key}`,
        effect: 'create' as const,
        recordID: null,
        changes: [{ field: 'lines', label: 'Lines', from: null, to: rows.length }],
        errors: [],
        warnings: [],
        data: { total: rows.map(({ fields }) => fields['quantity']) },
        ...check(key),
      }));
    },
    apply: async (_ctx, records) => {
      seen.apply.push(...records.map(({ key, rows, data }) => ({ key, rows: rows.map(({ row }) => row), data })));
      return records.map(({ key }) => ({
        key,
        recordID: `ord_${key}`,
        undo: {},
        versions: { [`ord_${key}`]: { found: null, left: 1 } },
      }));
    },
    undo: { refusals: async () => [], apply: async () => new Map() },
  };
  return { definition, work: importWork(definition), seen };
};

describe('keys of an import', () => {
  it('say within what a record is told apart, and nothing without the key itself', () => {
    const { definition } = orders();
    const lines = { ...definition, within: ['quantity'] };
    expect(keyOf(lines, { number: ' A ', quantity: ' 2 ' })).toBe('A / 2');
    expect(keyOf(lines, { reference: 'A' })).toBe('reference: A / ');
    expect(keyOf(lines, { quantity: '2' })).toBe('');
  });
});

const staged = (definition: ImportDefinition, ...rows: Record<string, string>[]): StagedRow[] =>
  rows.map((values, index) => ({ row: index + 1, key: keyOf(definition, values), recordID: null, values }));

describe('the work of an import', () => {
  it('judges the rows of one record together and writes them as one', async () => {
    const { definition, work, seen } = orders();
    const rows = staged(
      definition,
      { number: 'A', quantity: '1,000' },
      { reference: 'A', quantity: '2' },
      { number: 'A', quantity: '3' },
    );
    const chosen = options(['number', 'reference', 'quantity']);
    const verdicts = await work.check(ctx, rows, chosen);
    expect(seen.check).toEqual(['A', 'reference: A']);
    expect(verdicts.map(({ row, effect, label, changes }) => [row, effect, label, changes.length])).toEqual([
      [1, 'create', 'Order A', 1],
      [3, 'create', 'Order A', 0],
      [2, 'create', 'Order reference: A', 1],
    ]);
    const byRow = new Map(verdicts.map((verdict) => [verdict.row, verdict]));
    // As the rows come back from the database.
    const stored = JSON.parse(JSON.stringify(rows.map((row) => ({ ...row, ...byRow.get(row.row) }))));
    expect(await work.apply(ctx, stored, chosen)).toEqual([
      { row: 1, recordID: 'ord_A', undo: {}, versions: { ord_A: { found: null, left: 1 } } },
      { row: 3, recordID: 'ord_A', undo: null, versions: {} },
      {
        row: 2,
        recordID: 'ord_reference: A',
        undo: {},
        versions: { 'ord_reference: A': { found: null, left: 1 } },
      },
    ]);
    expect(seen.apply).toEqual([
      { key: 'A', rows: [1, 3], data: { total: ['1000', '3'] } },
      { key: 'reference: A', rows: [2], data: { total: ['2'] } },
    ]);
  });

  it('refuses a record for what is wrong in any of its rows, cell by cell', async () => {
    const { definition, work } = orders((key) =>
      key === 'B' ? { effect: 'error', errors: [{ row: 4, field: 'number', message: 'Taken' }] } : {},
    );
    const verdicts = await work.check(
      ctx,
      staged(
        definition,
        { number: 'A', quantity: 'many' },
        { number: 'A', quantity: '2' },
        { quantity: '2' },
        { number: 'B', quantity: '1' },
        { number: 'C', [lineFault]: 'This line has 2 cells' },
      ),
      options(['number', 'quantity']),
    );
    expect(
      new Map(
        verdicts.map(({ row, effect, errors }) => [
          row,
          [effect, ...errors.map(({ field, message }) => `${field}: ${message}`)],
        ]),
      ),
    ).toEqual(
      new Map([
        [1, ['error', 'quantity: "many" is not a number']],
        [2, ['error', ': Row 1 belongs to the same record and has an error']],
        [3, ['error', 'number: Number or Reference is required']],
        [4, ['error', 'number: Taken']],
        [5, ['error', ': This line has 2 cells']],
      ]),
    );
  });

  it('leaves out what exists where that was chosen, and says so', async () => {
    const { definition, work } = orders(() => ({ effect: 'update', recordID: 'ord_1' }));
    const rows = staged(definition, { number: 'A', quantity: '1' });
    const chosen = options(['number', 'quantity'], { onExisting: 'skip' });
    expect(await work.check(ctx, rows, chosen)).toMatchObject([
      { effect: 'skip', changes: [], errors: [{ field: '', message: 'Exists already' }] },
    ]);
  });

  it('refuses a key that stands twice where rows are not grouped', async () => {
    const { definition } = orders();
    const { isGrouped: _, ...single } = definition;
    const verdicts = await importWork(single).check(
      ctx,
      staged(definition, { number: 'A', quantity: '1' }, { number: 'A', quantity: 'x' }),
      options(['number', 'quantity']),
    );
    const twice = { field: 'number', message: 'Number stands more than once in the file: rows 1, 2' };
    expect(verdicts.map(({ errors }) => errors)).toEqual([
      [twice],
      [{ field: 'quantity', message: '"x" is not a number' }, twice],
    ]);
  });
});

describe('the check of imports at boot', () => {
  const installation = { actions: new Set(['orders.import']), hasRecord: () => false, permissions: new Set<never>() };

  it('names what is wrong and what to do', () => {
    const { definition } = orders();
    const bad = {
      ...definition,
      name: 'Bad Name',
      keys: ['gone'],
      fields: [...definition.fields, { name: 'number', label: 'Again' }, { name: 'column.1', label: 'C' }],
    };
    expect(
      importFaults(
        [
          { pluginID: 'shop', definition },
          { pluginID: 'other', definition },
          { pluginID: 'shop', definition: bad },
        ],
        installation,
      ).filter((fault, index, all) => all.indexOf(fault) === index),
    ).toEqual([
      'The import "orders" of "shop" has the name of the change set "orders.import": rename one of them',
      'The import "orders" of "shop" makes "order", which is no record type: declare it in the records',
      'The import "orders" of "shop" needs "orders:create", which no installed plugin declares: ' +
        'install its owner or correct the code',
      'The import "orders" is claimed by "shop" and "other": rename one of them',
      'The import "orders" of "other" has the name of the change set "orders.import": rename one of them',
      'The import "orders" of "other" makes "order", which is no record type: declare it in the records',
      'The import "orders" of "other" needs "orders:create", which no installed plugin declares: ' +
        'install its owner or correct the code',
      'The import "Bad Name" of "shop" is not kebab-case: rename it',
      'The import "Bad Name" of "shop" makes "order", which is no record type: declare it in the records',
      'The import "Bad Name" of "shop" needs "orders:create", which no installed plugin declares: ' +
        'install its owner or correct the code',
      'The import "Bad Name" of "shop" has the field "number" twice: rename one of them',
      'The import "Bad Name" of "shop" has the field "column.1": names may not be empty or begin with "column."',
      'The import "Bad Name" of "shop" needs keys that are fields of it: correct "keys"',
    ]);
  });
});
