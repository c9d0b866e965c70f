import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectNoAxeViolations, withPage } from '../../core/testing/browser/browser.ts';
import { signInAs } from '../../core/testing/browser/sign-in.ts';
import { guideSteps, makeEdit } from './guide-fixture.ts';
import { createWorkspace, type Started, type Workspace } from './workspace-fixture.ts';

// Runs the guide for plugin authors step by step in a copy of the clone. It uses every template, so each of them is
// scaffolded, type-checked, started and tested.
const steps = guideSteps(readFileSync(resolve(import.meta.dirname, '../../plugins/README.md'), 'utf8'));
const plugins = ['plugins/equipment-loans', 'plugins/northfield-packing-notes'];
const inArea = ['contracts', 'server', 'browser'].map((half) => `plugins/inventory/${half}/catalogue/shelf-tag`);
const database = `mw_guide_${process.pid}`;

let workspace: Workspace;
let server: Started | undefined;
let url = '';
let env: Record<string, string> = {};

async function asAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${database}`;
  env = { DATABASE_URL: address.toString(), MILLWRIGHT_TEST_DATABASE_URL: inject('postgresUrl') };
  await asAdmin(`create database ${escapeIdentifier(database)}`);
  workspace = await createWorkspace();
});
afterAll(async () => {
  await server?.stop();
  workspace?.remove();
  await asAdmin(`drop database if exists ${escapeIdentifier(database)} with (force)`);
});

/** Expected output of the guide's commands. */
const promises: Record<string, (output: string) => void> = {
  'npx millwright new plugin equipment-loans --dry-run': (output) => expect(output).toContain('Nothing was written.'),
  'npx millwright plugin list --account harbor': (output) => {
    // The order of the lines varies.
    expect(output).toMatch(/equipment-loans\s+disabled/);
    expect(output).toMatch(/northfield-packing-notes\s+not for this account/);
  },
  'npx millwright equipment-loans list --help': (output) => expect(output).toContain('--search'),
};

async function carryOut(command: string): Promise<void> {
  if (command === 'npm start') {
    server = workspace.start(command, env);
    [, url = ''] = await server.printed(/runs at (http:\S+)/);
    return;
  }
  // Packages of the workspace are linked from elsewhere, where the boundary rules do not apply; a test below checks
  // them.
  if (command === 'npm run check') {
    const { scripts } = JSON.parse(readFileSync(join(workspace.root, 'package.json'), 'utf8'));
    for (const part of (scripts.check as string).split(' && ')) if (part !== 'npm run boundaries') await carryOut(part);
    return;
  }
  const { code, output } = await workspace.run(command, env);
  expect(code, `${command}\n${output}`).toBe(0);
  promises[command]?.(output);
}

describe('the guide for authors of plugins', () => {
  it('has steps', () => {
    expect(steps.filter(({ kind }) => kind === 'commands').length).toBeGreaterThan(5);
    // A new field is declared in one place.
    expect(new Set(steps.flatMap((step) => (step.kind === 'edit' ? step.path : [])))).toEqual(
      new Set(['plugins/equipment-loans/contracts/equipment-loan.contract.ts']),
    );
    const commands = steps.flatMap((step) => (step.kind === 'commands' ? step.commands : []));
    for (const command of Object.keys(promises)) expect(commands).toContain(command);
  });

  it.each(
    steps.map(
      (step) => [step.kind === 'commands' ? step.commands.join('; ') : `${step.path}: ${step.text}`, step] as const,
    ),
  )('%s', async (_, step) => {
    if (step.kind === 'edit') makeEdit(workspace.root, step);
    else for (const command of step.commands) await carryOut(command);
  });
});

describe('what it has written', () => {
  it('has a screen that opens, with the field, and takes a record', () =>
    withPage({ baseURL: url }, async (page, { trouble }) => {
      await signInAs(page, 'admin@demo.test');
      await page.getByText(/There are \d+\./).waitFor();
      await page.goto('/dashboard/x/equipment-loans/equipment-loans');
      await page.getByRole('columnheader', { name: 'Borrower' }).waitFor();
      await expectNoAxeViolations(page);
      await page.goto('/dashboard/x/equipment-loans/equipment-loans/create');
      await page.getByRole('textbox', { name: 'Name' }).fill('Drill');
      await page.getByRole('textbox', { name: 'Borrower' }).fill('Marcus');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Drill' }).waitFor();
      // The page shows the field, and the form begins with it.
      await page.getByText('Marcus').first().waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Borrower' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Borrower' }).inputValue()).toBe('Marcus');
      await page.goto('/dashboard/x/equipment-loans/loan-items');
      await page.getByText('No loan items yet').waitFor();
      await page.goto('/dashboard/x/northfield-packing-notes/northfield-packing-notes');
      await page.getByText('To be checked').first().waitFor();
      await page.locator('main a[href^="/dashboard/sales-orders/"]').first().click();
      await page.getByRole('region', { name: 'Northfield packing note' }).getByText('To be checked').waitFor();
      expect(trouble).toEqual({ errors: [], console: [] });
    }));

  it('goes into an area of a plugin that has them', async () => {
    await carryOut('npx millwright new aggregate shelf-tag --plugin inventory --area catalogue');
    const plugin = readFileSync(join(workspace.root, 'plugins/inventory/server/plugin.ts'), 'utf8');
    expect(plugin).toContain("from './catalogue/shelf-tag/shelf-tag.part.ts'");
  });

  it('passes the type check', async () => {
    const program = {
      extends: './tsconfig.base.json',
      compilerOptions: {
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
        jsx: 'react-jsx',
        incremental: false,
      },
      include: [...plugins, ...inArea, 'core/browser/*.d.ts'],
      // Tests are excluded, because they import the whole platform; they have run above.
      exclude: ['**/*.test.ts'],
    };
    writeFileSync(join(workspace.root, 'tsconfig.scaffold.json'), JSON.stringify(program));
    const { output } = await workspace.run('tsc -p tsconfig.scaffold.json --noEmit');
    expect(output).not.toMatch(/^error TS/m);
    expect(
      output.split('\n').filter((line) => [...plugins, ...inArea].some((folder) => line.startsWith(folder))),
    ).toEqual([]);
  });

  it('is formatted, and nobody imports whom they may not', async () => {
    // Files edited by the reader may be unformatted; files written by the command are formatted.
    const untouched = [
      'plugins/northfield-packing-notes',
      'plugins/equipment-loans/server/loan-item',
      ...inArea,
      'platform.config.ts',
    ];
    const format = await workspace.run(`biome check ${untouched.join(' ')}`);
    expect(format.code, format.output).toBe(0);
    const cruise = `depcruise --config .dependency-cruiser.mjs --output-type json ${[...plugins, ...inArea].join(' ')}`;
    const boundaries = await workspace.run(cruise);
    const { summary } = JSON.parse(boundaries.output.slice(boundaries.output.indexOf('{'))) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[]; totalCruised: number };
    };
    expect(summary.totalCruised).toBeGreaterThan(100);
    // Packages of the workspace are linked from elsewhere, where no rule applies.
    expect(summary.violations.filter(({ to }) => !to.includes('node_modules/'))).toEqual([]);
  });
});
