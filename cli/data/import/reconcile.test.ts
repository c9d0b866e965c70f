import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportServer, startImportServer } from './import-fixture.ts';

// Runs the inventory plugin's command against a real server.
let server: ImportServer;
const run = (args: readonly string[], options?: { input?: string }) => server.place.call(args, options);

interface Document {
  id: string;
  status: string;
  counts: Record<'update' | 'unchanged' | 'error', number>;
  differences: { place: string; before: string; after: string }[];
  errors: { row: number; field: string; message: string }[];
}

const file = (name: string, text: string): string => {
  const path = join(server.place.folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  server = await startImportServer();
  const products = file('products.csv', 'SKU,Unit cost\nR-1,2\nR-2,5\n');
  expect((await run(['import', 'products', products, '--yes'])).exitCode).toBe(0);
});
afterAll(() => server.stop());

describe('millwright reconcile', () => {
  it('shows what it would do, does it, finds nothing to do again, and is taken back', async () => {
    const path = file('counts.csv', 'Item,Count,Unit\nR-1,"1,200",each\nR-2,3,each\n');
    const dry = await run(['reconcile', path, '--dry-run']);
    expect(dry).toMatchObject({ exitCode: 0 });
    expect(dry.stdout.replaceAll(/ +/g, ' ')).toContain('R-1 0 each 1200 each');
    expect(dry.stdout).toContain('Nothing was written (--dry-run).');
    const done = await run(['reconcile', path, '--yes', '--json']);
    expect(done.json<Document>(), done.stderr).toMatchObject({
      status: 'applied',
      counts: { update: 2 },
      differences: [
        { place: 'R-1', before: '0 each', after: '1200 each' },
        { place: 'R-2', before: '0 each', after: '3 each' },
      ],
    });
    const again = await run(['reconcile', path]);
    expect(again.stdout).toContain('All is as it was counted.');
    const { id } = done.json<Document>();
    expect((await run(['import', 'undo', id, '--yes'])).exitCode).toBe(0);
    expect((await run(['reconcile', path, '--dry-run', '--json'])).json<Document>().counts.update).toBe(2);
  });

  it('counts one place, adds, and creates places only when asked', async () => {
    const path = file('crib.csv', 'Item,Count\nR-1,5\n');
    const unknown = await run(['reconcile', path, '--location', 'Tool Crib / A']);
    expect(unknown.exitCode).toBe(3);
    expect(unknown.stdout).toBe('row 1: Unit is required\n');
    const refused = await run(['reconcile', path, '--location', 'Tool Crib / A', '--unit', 'each']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toBe('row 1: There is no storage location Tool Crib / A\n');
    const args = ['--location', 'Tool Crib / A', '--type', 'addition', '--unit', 'default', '--yes'];
    expect((await run(['reconcile', path, ...args, '--create-locations'])).exitCode).toBe(0);
    const second = (
      await run(['reconcile', '-', ...args, '--json'], { input: 'Item,Count\nR-1,5\n' })
    ).json<Document>();
    expect(second.differences).toEqual([{ place: 'R-1 in Tool Crib / A', before: '5 each', after: '10 each' }]);
  });

  it('refuses a file with wrong cells as a whole', async () => {
    const path = file('wrong.csv', 'Item,Count,Unit\nR-1,7,each\nR-9,1,each\nR-2,many,each\nR-2,"1,5",each\n');
    const refused = await run(['reconcile', path, '--yes', '--json']);
    expect(refused.exitCode).toBe(3);
    expect(refused.json<Document>()).toMatchObject({
      status: 'refused',
      errors: [
        { row: 2, field: 'sku', message: 'There is no item R-9' },
        { row: 3, field: 'quantity', message: 'Invalid number format' },
        { row: 4, field: 'quantity', message: 'Invalid number format' },
      ],
    });
    const missing = await run(['reconcile', 'no-such.csv']);
    expect(missing.exitCode).toBe(2);
  });
});
