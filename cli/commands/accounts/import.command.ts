import { defineCommand, type OptionDefinition } from '@millwright/core/cli';

const fileArgument = { file: { summary: 'CSV, TSV or XLSX; - reads standard input', optional: true } } as const;

const options = {
  map: { type: 'list', value: 'HEADING=FIELD', summary: 'field that a column fills; nothing behind = leaves it out' },
  onExisting: {
    type: 'text',
    value: 'WHAT',
    choices: ['update', 'skip'],
    default: 'update',
    summary: 'what to do with records that exist',
  },
  fields: {
    type: 'flag',
    summary: 'list the fields with the headings they are known by and examples, and import nothing',
  },
  lines: { type: 'text', value: 'FILE', summary: 'second file with the lines, where the first has one row per record' },
  on: {
    type: 'text',
    value: 'HEADING',
    summary: 'column of both files that says what belongs together; A=B where they differ',
  },
  create: { type: 'list', value: 'FIELD', summary: 'create what this field refers to where it is missing' },
  skipErrors: { type: 'flag', summary: 'import the rest where rows have errors' },
  round: { type: 'flag', summary: 'round numbers to the decimals that their field holds' },
  replaceLines: { type: 'flag', summary: 'delete lines of a record that the file does not have' },
  sheet: { type: 'text', value: 'NAME', summary: 'sheet of a workbook; the first if absent' },
  encoding: { type: 'text', value: 'NAME', summary: 'encoding, where detection gets it wrong: windows-1252' },
  delimiter: { type: 'text', value: 'CHARACTER', summary: 'delimiter, where detection gets it wrong' },
  dateOrder: {
    type: 'text',
    value: 'ORDER',
    choices: ['dmy', 'mdy', 'ymd'],
    summary: 'order of dates in numbers, where the file does not say it',
  },
  decimal: {
    type: 'text',
    value: 'MARK',
    choices: ['point', 'comma'],
    summary: 'mark before decimals, where the file does not say it',
  },
} as const satisfies Record<string, OptionDefinition>;

const details = (name: string): string =>
  'On a terminal it shows how the columns are understood, the cells that are wrong and the exact effect, ' +
  'and asks before anything is\n' +
  'written. With --yes or --json, or without a terminal, it writes at once, unless cells are wrong: ' +
  'then nothing is imported\n' +
  '(exit code 3), or all but their rows with --skip-errors. --dry-run checks and writes nothing. ' +
  'Every import can be taken back.\n' +
  'A column that looks like money (discount, tax, freight) and is not imported stops the import ' +
  `until --map 'HEADING=' leaves it out.

Examples:
  millwright import ${name}
  millwright import ${name} --dry-run
  millwright import ${name} --lines lines.csv --on 'Order ID' --create carrier
  millwright import ${name} --yes --map 'Our code=sku' --map 'Colour=' --on-existing skip`;

const importOf = (type: string, what: string) =>
  defineCommand({
    name: `import ${type}`,
    summary: `import ${what} from a file`,
    description: details(`${type} ${type}.csv`),
    kind: 'administrator',
    writes: true,
    arguments: fileArgument,
    options,
    async run(ctx, input) {
      const { runImport } = await import('../../data/import/run/run-import.ts');
      await runImport(ctx, type, input);
    },
  });

/** `millwright ship FILE`: imports the shipment data of a carrier. */
const shipCommand = defineCommand({
  name: 'ship',
  summary: 'write tracking numbers and weights of a carrier’s file on cases',
  description: `A row for each case: its number (1042-2) or SSCC, its tracking number, weight in pounds and freight.
Nothing leaves by it: shipments are shipped on their screens. ${details('file carrier-files tracking.csv').replace(
    /Examples:[\s\S]*/,
    'Examples:\n  millwright ship tracking.csv\n  millwright ship tracking.csv --dry-run',
  )}`,
  kind: 'administrator',
  writes: true,
  arguments: fileArgument,
  options,
  async run(ctx, input) {
    const { runImport } = await import('../../data/import/run/run-import.ts');
    await runImport(ctx, 'carrier-files', input);
  },
});

/** Import types with a command of their own. */
const named = {
  products: 'products',
  customers: 'customers with their addresses',
  'account-prices': 'prices of customers and customer groups',
  'volume-discounts': 'volume discounts with their tiers',
  'order-discounts': 'discounts of whole orders, and codes',
  'sales-orders': 'sales orders with their lines',
  invoices: 'invoices that are open',
  transactions: 'payments and credits that are not allocated',
  suppliers: 'suppliers',
  'purchase-orders': 'purchase orders with their lines and receipts',
  'production-steps': 'production steps with what they use up',
  'bill-of-materials': 'what assemblies are made of',
};

/** Import commands: frequent types by their own name, all others as `import file TYPE`. */
export const importCommands = [
  ...Object.entries(named).map(([type, what]) => importOf(type, what)),
  shipCommand,
  defineCommand({
    name: 'import file',
    summary: 'import any other kind of record that a plugin takes in',
    description: details('file pallet-types pallets.csv'),
    kind: 'administrator',
    writes: true,
    arguments: { type: { summary: 'kind of import, as `import list --types` names it' }, ...fileArgument },
    options,
    async run(ctx, { type, ...input }) {
      const { runImport } = await import('../../data/import/run/run-import.ts');
      await runImport(ctx, type, input);
    },
  }),
  defineCommand({
    name: 'import list',
    summary: 'list the imports, newest first',
    kind: 'administrator',
    options: {
      types: { type: 'flag', summary: 'list what can be imported instead' },
      take: { type: 'number', default: 20, summary: 'how many' },
    },
    async run(ctx, { types, take }) {
      const { showImports, showImportTypes } = await import('../../data/import/run/past-imports.ts');
      await (types ? showImportTypes(ctx) : showImports(ctx, take));
    },
  }),
  defineCommand({
    name: 'import show',
    summary: 'show an import: state, effect and the cells that were wrong',
    kind: 'administrator',
    arguments: { id: { summary: 'chs_..., as `import list` shows it' } },
    async run(ctx, { id }) {
      const { showImport } = await import('../../data/import/run/past-imports.ts');
      await showImport(ctx, id);
    },
  }),
  defineCommand({
    name: 'import undo',
    summary: 'take back everything an import did',
    description:
      'All of it or, where later changes depend on it, nothing; then it says what does. ' +
      '--dry-run says the same and takes nothing back.',
    kind: 'administrator',
    writes: true,
    arguments: { id: { summary: 'chs_..., as `import list` shows it' } },
    async run(ctx, { id }) {
      const { undoImport } = await import('../../data/import/run/past-imports.ts');
      await undoImport(ctx, id);
    },
  }),
  defineCommand({
    name: 'import template',
    summary: 'write a CSV with every field as a heading and one example line',
    description: 'Example:\n  millwright import template products > products.csv',
    kind: 'administrator',
    arguments: { type: { summary: 'products, customers, sales-orders or another kind' } },
    async run(ctx, { type }) {
      const { writeTemplate } = await import('../../data/import/run/past-imports.ts');
      await writeTemplate(ctx, type);
    },
  }),
];
