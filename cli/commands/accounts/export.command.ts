import { defineCommand } from '@millwright/core/cli';

/** Exports any list of any enabled plugin, as CSV or JSON. */
export const exportList = defineCommand({
  name: 'export',
  summary: 'write a whole list as CSV or JSON',
  description:
    'Without LIST it tells which lists there are. CSV is made by the server: ' +
    'a list whose records can be imported has the columns of that import, orders a row for each line, ' +
    'and the file can be imported again. --columns chooses others, ids too, ' +
    'headed by the names that the API has for them or by a heading of yours; ' +
    `JSON holds the items as the API answers them.
A file appears under its name only when it is complete.

Examples:
  millwright export sales-orders -o orders.csv
  millwright export items --filter query=glove --filter sortBy=sku --format json
  millwright export customers --columns number,name,email | head
  millwright export customers --columns 'number=Number,billToAddress.city=Town'`,
  kind: 'administrator',
  writes: true,
  arguments: { list: { summary: 'name of the list: sales-orders', optional: true } },
  options: {
    format: { type: 'text', value: 'FORMAT', choices: ['csv', 'json'], default: 'csv', summary: 'form of the output' },
    filter: { type: 'list', value: 'NAME=VALUE', summary: 'query or path parameter of the list', short: 'f' },
    columns: {
      type: 'text',
      value: 'NAMES',
      summary: 'columns of the CSV, separated by commas, each NAME or NAME=HEADING',
    },
    output: { type: 'text', value: 'FILE', short: 'o', summary: 'file to write; standard output if absent' },
  },
  async run(ctx, { list, ...input }) {
    const { describeLists, exportInto } = await import('../../data/export/export-list.ts');
    if (list === undefined) return describeLists(ctx);
    await exportInto(ctx, list, input);
  },
});
