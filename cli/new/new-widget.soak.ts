import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './workspace-fixture.ts';

let workspace: Workspace;
beforeAll(() => {
  workspace = createWorkspace();
});
afterAll(() => workspace?.remove());

const succeed = async (commandLine: string, env: Record<string, string> = {}): Promise<string> => {
  const { code, output } = await workspace.run(commandLine, env);
  expect(code, output).toBe(0);
  return output;
};

it('a new widget is complete: it type-checks, its tests pass, and it works in the browser', async () => {
  const output = await succeed('millwright new widget pallet-quote --plugin acme-pallet-labels');
  expect(output).toContain('<millwright-pallet-quote>');
  for (const path of [
    'widgets/pallet-quote/index.ts',
    'widgets/pallet-quote/pallet-quote.css',
    'plugins/acme-pallet-labels/contracts/pallet-quote-widget.contract.ts',
  ])
    expect(existsSync(join(workspace.root, path)), path).toBe(true);
  const plugin = readFileSync(join(workspace.root, 'plugins/acme-pallet-labels/server/plugin.ts'), 'utf8');
  expect(plugin).toContain('widgets: [...palletQuoteWidgets]');
  await succeed('tsc -p widgets/tsconfig.json --noEmit');
  await succeed('biome check widgets/pallet-quote plugins/acme-pallet-labels');
  // One after the other, because concurrent browsers would slow each other down.
  const passed = await succeed(
    'vitest run plugins/acme-pallet-labels/server/pallet-quote-widget widgets/pallet-quote widgets/budgets',
  );
  expect(passed).toMatch(/Test Files\s+3 passed/);
});
