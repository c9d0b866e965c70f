import { type AdministratorContext, interruption } from '@millwright/core/cli';
import { type ImportType, largestTake } from '@millwright/core/contracts';
import { columnNames, readExamples, readMessages, rowCells, rowsOf } from './import-cells.ts';
import { creatableFields, type ImportChange } from './import-choices.ts';
import { effectText } from './run/import-report.ts';
import type { StagedImport } from './run/staged-import.ts';
import { askEffect } from './screens/effect.screen.tsx';
import { askErrors, type WrongCells } from './screens/errors.screen.tsx';
import { askMapping } from './screens/mapping.screen.tsx';
import { askOptions } from './screens/options.screen.tsx';

const mostExamples = 5;

/** Asks for columns and options; both are checked by the server together. */
async function askColumnsAndOptions(staged: StagedImport, type: ImportType): Promise<void> {
  const { set } = staged;
  const { columns } = await askMapping({ columns: set.columns, fields: type.fields });
  const wanted = new Map(columns.map(({ index, field }) => [index, field]));
  const filled = new Set(set.columns.map(({ index, field }) => (wanted.has(index) ? wanted.get(index) : field)));
  const options = await askOptions({
    options: set.options,
    creatable: creatableFields(type).filter(({ name }) => filled.has(name)),
    hasLines: type.hasLines,
  });
  const isSame =
    options.onExisting === set.options.onExisting &&
    Boolean(options.round) === Boolean(set.options.round) &&
    Boolean(options.replaceLines) === Boolean(set.options.replaceLines) &&
    [...options.createReferences].sort().join() === [...set.options.createReferences].sort().join();
  const change: ImportChange = { ...(columns.length ? { columns } : {}), ...(isSame ? {} : options) };
  if (Object.keys(change).length) await staged.change(change);
}

/** The first page of faulty cells. */
async function wrongCells(ctx: AdministratorContext, staged: StagedImport, type: ImportType): Promise<WrongCells> {
  const { set } = staged;
  const nameOf = columnNames(set, type);
  const cells = [];
  if (set.counts.error)
    for await (const row of rowsOf(ctx, set.id, { effects: ['error'] }, largestTake))
      cells.push(...rowCells(row, row.errors, nameOf));
  return { cells, rowCount: set.counts.error };
}

/**
 * Asks for mapping, options, corrections and confirmation; answers whether faulty rows are left out.
 * @throws CommandFailure 130 if the person cancels
 */
export async function askImport(
  ctx: AdministratorContext,
  staged: StagedImport,
  type: ImportType,
  skipErrors: boolean,
): Promise<boolean> {
  for (;;) {
    await askColumnsAndOptions(staged, type);
    let isSkipping = skipErrors;
    if (staged.set.counts.error && !isSkipping) {
      const answer = await askErrors({
        first: await wrongCells(ctx, staged, type),
        correct: async ({ row, field }, value) => {
          await staged.changeRow(row, { values: { [field]: value } });
          return wrongCells(ctx, staged, type);
        },
        leaveOut: async ({ row }) => {
          await staged.changeRow(row, { isSkipped: true });
          return wrongCells(ctx, staged, type);
        },
      });
      if (answer === 'mapping') continue;
      isSkipping = answer === 'skip';
    }
    const { set } = staged;
    if (ctx.isDryRun || set.counts.create + set.counts.update + set.counts.delete === 0) return isSkipping;
    const answer = await askEffect({
      effect: effectText(set),
      examples: await readExamples(ctx, set, mostExamples),
      warnings: set.warnings,
      cellWarnings: (await readMessages(ctx, { ...set, counts: { ...set.counts, error: 0 } }, type)).warnings,
    });
    if (answer === 'no') throw interruption();
    if (answer === 'import') return isSkipping;
  }
}
