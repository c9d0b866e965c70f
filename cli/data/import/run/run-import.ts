import { type AdministratorContext, refusal, usageFailure } from '@millwright/core/cli';
import { type ImportType, listImportTypes } from '@millwright/core/contracts';
import { type ExampleRow, readExamples, readMessages } from '../import-cells.ts';
import { changeOf, dateOrderChoices, type ImportInput, readChoices } from '../import-choices.ts';
import { showFields } from '../import-fields.ts';
import { openSource } from '../source-file.ts';
import {
  effectText,
  errorLines,
  exampleLines,
  fileFormatText,
  type ImportOutcome,
  importDocument,
  noteWarnings,
  waysOf,
} from './import-report.ts';
import { StagedImport } from './staged-import.ts';

const mostExamples = 10;

/**
 * An import type by name.
 * @throws CommandFailure 2 that lists the types
 */
export async function importTypeNamed(ctx: AdministratorContext, name: string): Promise<ImportType> {
  const { items } = await ctx.client.call(listImportTypes, {}, { signal: ctx.signal });
  const type = items.find((each) => each.name === name);
  if (type) return type;
  throw usageFailure(
    `You cannot import ${name} into ${ctx.account.name}`,
    items.length ? `You can import: ${items.map((each) => each.name).join(', ')}` : 'Your role may import nothing here',
  );
}

/** Runs an import from the file to the end: with screens on a terminal, without questions for scripts. */
export async function runImport(ctx: AdministratorContext, typeName: string, input: ImportInput): Promise<void> {
  if (input.delimiter !== undefined && [...tabbed(input.delimiter)].length !== 1)
    throw usageFailure('--delimiter is one character', "A tab is written as --delimiter '\\t'");
  const type = await importTypeNamed(ctx, typeName);
  if (input.fields) return showFields(ctx, type);
  const { file, lines, on, sheet, encoding, decimal } = input;
  if (file === undefined) throw usageFailure('The file is missing', `millwright import ${typeName} FILE`);
  if ((lines === undefined) !== (on === undefined))
    throw usageFailure('--lines and --on go together', "--lines lines.csv --on 'Order ID'");
  const choices = readChoices(type, input);
  // Standard input with the file cannot provide keys.
  const isAsked = ctx.isInteractive && file !== '-';
  const source = await openSource(ctx, file);
  const files = { ...source, lines: lines === undefined ? undefined : await openSource(ctx, lines) };
  const staged = await StagedImport.upload(ctx, type.name, files, {
    sheet,
    encoding,
    decimal,
    on,
    preferRemembered: isAsked ? 'true' : undefined,
    delimiter: input.delimiter === undefined ? undefined : tabbed(input.delimiter),
    dateOrder: input.dateOrder && dateOrderChoices[input.dateOrder],
  });
  const change = changeOf(staged.set, choices, input);
  if (change) await staged.change(change);
  const isSkipping = isAsked ? await (await wizard())(ctx, staged, type, input.skipErrors) : input.skipErrors;
  await settle(ctx, staged, type, isSkipping, isAsked);
}

const tabbed = (text: string): string => (text === '\\t' ? '\t' : text);

const wizard = async () => (await import('../import-wizard.ts')).askImport;

/** Applies a staged import, or reports why it does not. */
async function settle(
  ctx: AdministratorContext,
  staged: StagedImport,
  type: ImportType,
  isSkipping: boolean,
  isAsked: boolean,
): Promise<void> {
  const messages = await readMessages(ctx, staged.set, type);
  const { counts } = staged.set;
  const open = staged.set.columns.filter(({ isUnconfirmed }) => isUnconfirmed);
  const isRefused = (counts.error > 0 && !isSkipping) || open.length > 0;
  const isEmpty = counts.create + counts.update + counts.delete === 0;
  let examples: ExampleRow[] | undefined;
  if (ctx.isDryRun && !isRefused) examples = await readExamples(ctx, staged.set, mostExamples);
  const outcome: ImportOutcome = isRefused ? 'refused' : ctx.isDryRun ? 'checked' : isEmpty ? 'unchanged' : 'applied';
  if (outcome === 'applied') await staged.apply(isSkipping);
  else await staged.cancel();
  const { set } = staged;
  await ctx.result({ ...importDocument(set, outcome, messages, examples), dryRun: ctx.isDryRun }, () => {
    // On screens the person has seen these messages already.
    if (!isAsked) {
      ctx.note(fileFormatText(set.format));
      noteWarnings(ctx, set.warnings, messages.warnings);
    }
    if (!isAsked || isRefused) for (const line of errorLines(messages.errors)) ctx.say(line);
    if (outcome === 'refused') return;
    if (outcome === 'applied') {
      ctx.say(`Imported ${set.fileName}. ${effectText(set)}.`);
      ctx.say(`Take it back: millwright import undo ${set.id}`);
      return;
    }
    ctx.say(`${set.fileName}: ${effectText(set)}.`);
    for (const example of examples ?? []) for (const line of exampleLines(example)) ctx.say(line);
    ctx.say(outcome === 'checked' ? 'Nothing was written (--dry-run).' : 'There was nothing to change.');
  });
  if (isRefused && (isSkipping || counts.error === 0))
    throw refusal(
      'columns_unconfirmed',
      `${open.map(({ heading }) => `"${heading}"`).join(', ')} ${open.length === 1 ? 'looks' : 'look'} like money ` +
        'and would not be imported; nothing was imported',
      { hint: `Map it, or leave it out with ${open.map(({ heading }) => `--map '${heading}='`).join(' ')}` },
    );
  if (isRefused)
    throw refusal('rows_have_errors', `${counts.error} of ${set.rowCount} rows have errors; nothing was imported`, {
      hint:
        'Correct the file (rows are counted below the headings), ' +
        `or import the rest with --skip-errors${waysOf(messages.errors)}`,
    });
}
