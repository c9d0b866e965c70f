import { defineCommand } from '@millwright/core/cli';

/** `millwright reconcile counts.csv --location 'Tool Crib / A'` */
export const reconcileCommand = defineCommand({
  name: 'reconcile',
  summary: 'make the stock what was counted, from a file',
  description:
    'Columns: SKU, quantity, unit and, where they matter, storage location, lot number, owner. ' +
    'Rows without a unit are refused unless --unit says it for all of them.\n' +
    'Quantities are written as the account\nwrites numbers: 1,200.5, and 1,5 is refused rather than read as 15; ' +
    'nothing counts as 0. Rows without a place count the item in all places. ' +
    'On a terminal it shows the differences and asks\nbefore anything is written. ' +
    `With --yes or --json, or without a terminal, it writes at once, unless cells are wrong: then nothing
is written (exit code 3). --dry-run shows the differences and writes nothing. The count can be taken back as a whole.

Examples:
  millwright reconcile counts.csv --unit default --dry-run
  millwright reconcile counts.csv --location 'Tool Crib / A / 1'
  millwright reconcile deliveries.csv --type addition --yes`,
  kind: 'administrator',
  needs: 'inventory:update',
  writes: true,
  arguments: { file: { summary: 'CSV, TSV or XLSX; - reads standard input' } },
  options: {
    type: {
      type: 'text',
      value: 'TYPE',
      choices: ['force', 'addition'],
      default: 'force',
      summary: 'force sets the stock to the quantity, addition adds it',
    },
    location: { type: 'text', value: 'PATH', summary: 'where rows lie, if the file has no column of places' },
    unit: { type: 'text', value: 'UNIT', summary: "unit of rows that name none; default: each item's own" },
    createLocations: { type: 'flag', summary: 'create storage locations that are missing' },
  },
  async run(ctx, input) {
    const { reconcileFile } = await import('./reconcile-file.ts');
    await reconcileFile(ctx, input);
  },
});
