import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useFormContext } from 'react-hook-form';
import type { Client } from '../../../../contracts/client.ts';
import { useClient } from '../../../api/api-provider.tsx';
import { formats } from '../../../format/format.ts';
import { optionKey } from '../../list/state/use-options.ts';
import type { Option, RecordSource } from '../../record/record-source.ts';
import { type EditableColumn, type Line, selectOptions } from './line-cell.tsx';
import { pastedValue } from './line-paste.ts';
import { useLinePick } from './use-line-pick.ts';

type Found = ReadonlyMap<string, Option>;

/** The records with these texts as number or name, ignoring case; missing ones are left out. */
async function findNamed(client: Client, source: RecordSource, texts: readonly string[]): Promise<Found> {
  const wanted = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  if (wanted.length === 0) return new Map();
  if (source.exact) return source.exact(client, wanted);
  const found = await Promise.all(
    wanted.map(async (text): Promise<[string, Option | undefined]> => {
      const options = await source.search(client, text);
      const same = (other: string | undefined) => other?.toLowerCase() === text.toLowerCase();
      const exact = options.find(({ label, hint }) => same(label) || same(hint));
      return [text, exact ?? (options.length === 1 ? options[0] : undefined)];
    }),
  );
  return new Map(found.flatMap(([text, option]) => (option ? [[text, option] as const] : [])));
}

/** A cell by its line and the id of its column. */
export interface CellPlace {
  row: number;
  columnID: string;
}

interface LinePaste {
  /** Pasted texts that could not be read, by the path of their cell. */
  misfits: ReadonlyMap<string, string>;
  /** Fills the cells from this one on; returns a sentence about the result. */
  paste(start: CellPlace, grid: string[][]): Promise<string>;
}

/** Pastes spreadsheet cells as values of lines and appends missing lines. */
export function useLinePaste<L extends Line>(
  name: string,
  editable: readonly EditableColumn<L>[],
  lines: { count: number; append(count: number): void },
): LinePaste {
  const form = useFormContext<FieldValues>();
  const client = useClient();
  const queries = useQueryClient();
  const pick = useLinePick<L>(name);
  const [misfits, setMisfits] = useState<LinePaste['misfits']>(new Map());

  const pasteCell = async (row: number, column: EditableColumn<L>, text: string, found: Found): Promise<boolean> => {
    const path = `${name}.${row}.${column.id}`;
    if (column.kind === 'record') {
      const option = found.get(text.trim());
      if (!option) return text.trim() === '';
      queries.setQueryData(optionKey(column.source, option.value), option);
      form.setValue(path, option.value, { shouldDirty: true });
      await pick(row, column, option);
      return true;
    }
    if (column.kind === 'select') {
      const wanted = text.trim().toLowerCase();
      const option = selectOptions(column, form.getValues(`${name}.${row}`) as L).find(
        ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
      );
      if (option) {
        const patched = pick(row, column, option);
        form.setValue(path, option.value, { shouldDirty: true });
        await patched;
      }
      return option !== undefined || wanted === '';
    }
    const value = pastedValue(column.kind, text, formats().settings.locale);
    if (value !== undefined) form.setValue(path, value, { shouldDirty: true });
    return value !== undefined;
  };

  const paste = async (start: CellPlace, grid: string[][]): Promise<string> => {
    const first = editable.findIndex(({ id }) => id === start.columnID);
    // All records in the cells are looked up together, before any row is shown.
    const found = await Promise.all(
      grid[0]?.map((_, index) => {
        const column = editable[first + index];
        return column?.kind === 'record'
          ? findNamed(
              client,
              column.source,
              grid.flatMap((cells) => cells[index] ?? []),
            )
          : new Map();
      }) ?? [],
    );
    const missing = start.row + grid.length - lines.count;
    if (missing > 0) lines.append(missing);
    const unread = new Map<string, string>();
    await Promise.all(
      grid.map(async (cells, offset) => {
        // In order within a row, because a unit depends on the product before it.
        for (const [index, text] of cells.entries()) {
          const column = editable[first + index];
          if (column && !(await pasteCell(start.row + offset, column, text, found[index] ?? new Map())))
            unread.set(`${name}.${start.row + offset}.${column.id}`, text.trim());
        }
      }),
    );
    setMisfits(unread);
    await form.trigger(name);
    const cells =
      unread.size === 1 ? '1 cell was not understood and is' : `${unread.size} cells were not understood and are`;
    const marked = unread.size > 0 ? `; ${cells} marked` : '';
    return `${grid.length} lines pasted${marked}`;
  };
  return { misfits, paste };
}
