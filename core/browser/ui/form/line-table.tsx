import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldValues, get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Client } from '../../../contracts/client.ts';
import { useClient } from '../../api-provider.tsx';
import { formats } from '../../format.ts';
import { Icon } from '../icon.tsx';
import { optionKey } from '../list/use-options.ts';
import type { Option, RecordSource } from '../record-source.ts';
import { type EditableColumn, type Line, LineCell, type LineColumn, selectOptions } from './line-cell.tsx';
import { isGrid, parseGrid, pastedValue } from './line-paste.ts';
import classes from './line-table.module.css';

export interface LineTableProps<L extends Line> {
  /** Path of the list in the form's values. */
  name: string;
  columns: readonly LineColumn<L>[];
  newLine(): L;
  /** Below the table at the end: totals of what is entered right now. */
  footer?(lines: readonly L[]): ReactNode;
  /** Called whenever a line changes. */
  onChange?(lines: readonly L[]): void;
  addLabel?: string;
  /** Fewest lines that can remain; 0 by default. */
  least?: number;
}

const isEditable = <L extends Line>(column: LineColumn<L>): column is EditableColumn<L> => column.kind !== 'computed';
const isNumeric = <L extends Line>(column: LineColumn<L>): boolean =>
  column.kind === 'number' ||
  column.kind === 'money' ||
  column.kind === 'unitPrice' ||
  (column.kind === 'computed' && column.align === 'end');

type Found = ReadonlyMap<string, Option>;

/** The records that these texts name: by number or name, ignoring case; what is not found is missing. */
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

interface LineActions<L extends Line> {
  pick(row: number, column: EditableColumn<L>, option: Option | null): void;
  remove(row: number): void;
}

interface LineRowProps<L extends Line> {
  name: string;
  row: number;
  columns: readonly LineColumn<L>[];
  /** Pasted texts that were not understood, by the path of their cell. */
  misfits: ReadonlyMap<string, string>;
  isRemovable: boolean;
  actions: RefObject<LineActions<L>>;
}

/** One line. It watches its own values, so that typing in it draws no other. */
const LineRow = memo(function LineRow<L extends Line>(props: LineRowProps<L>) {
  const { name, row, columns, misfits, isRemovable, actions } = props;
  const line = useWatch<FieldValues>({ name: `${name}.${row}` }) as L | undefined;
  return (
    <tr>
      <td className={classes['number']}>{row + 1}</td>
      {columns.map((column) => {
        const path = `${name}.${row}.${column.id}`;
        const misfit = misfits.get(path);
        return (
          <td
            key={column.id}
            data-align={isNumeric(column) ? 'end' : undefined}
            data-label={column.header}
            data-kind={column.kind}
          >
            {isEditable(column) ? (
              <LineCell
                column={column}
                line={line}
                path={path}
                label={`${column.header}, line ${row + 1}`}
                misfit={misfit}
                onPick={(option) => actions.current.pick(row, column, option)}
              />
            ) : (
              <div className={classes['computed']}>{line ? column.render(line, row) : null}</div>
            )}
          </td>
        );
      })}
      <td>
        <div className={classes['buttons']}>
          <ActionIcon
            aria-label={`Remove line ${row + 1}`}
            disabled={!isRemovable}
            onClick={() => actions.current.remove(row)}
            mt={2}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}) as <L extends Line>(props: LineRowProps<L>) => ReactNode;

/** What is drawn from all lines together. */
function LineFooter<L extends Line>({
  name,
  footer,
  onChange,
}: Pick<LineTableProps<L>, 'name' | 'footer' | 'onChange'>) {
  const lines = (useWatch<FieldValues>({ name }) ?? []) as readonly L[];
  useEffect(() => onChange?.(lines), [lines, onChange]);
  return footer?.(lines);
}

/**
 * Editable lines of a document. Enter goes to the next row and adds one at the end, Alt with arrows moves a line,
 * Ctrl/⌘ with Backspace removes it;
 * cells copied from a spreadsheet are pasted from the focused cell on, records found by their number or name.
 */
export function LoadedLineTable<L extends Line>({
  name,
  columns,
  newLine,
  footer,
  onChange,
  addLabel = 'Add line',
  least = 0,
}: LineTableProps<L>) {
  const form = useFormContext<FieldValues>();
  const client = useClient();
  const queries = useQueryClient();
  const table = useRef<HTMLTableElement>(null);
  const { fields, append, insert, remove, move } = useFieldArray<FieldValues>({ name });
  const { errors, disabled: isDisabled } = useFormState<FieldValues>({ name });
  const [notice, setNotice] = useState('');
  const [misfits, setMisfits] = useState<ReadonlyMap<string, string>>(new Map());
  const toFocus = useRef<string | null>(null);
  const editable = columns.filter(isEditable);
  const ownError = get(errors, name) as { message?: string; root?: { message?: string } } | undefined;

  const focus = (row: number, columnID: string | undefined) => {
    toFocus.current = `${name}.${row}.${columnID ?? editable[0]?.id}`;
    focusPending();
  };
  const focusPending = () => {
    const input = toFocus.current
      ? table.current?.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(toFocus.current)}"]`)
      : null;
    if (!input) return;
    toFocus.current = null;
    input.focus();
    input.select();
  };
  // A row that was just added exists only after the next drawing.
  useEffect(focusPending);

  const addAfter = (row: number) => {
    if (row >= fields.length - 1) append(newLine(), { shouldFocus: false });
    else insert(row + 1, newLine(), { shouldFocus: false });
    focus(row + 1, undefined);
  };
  const removeAt = (row: number) => {
    if (fields.length <= least) return;
    // The focus leaves first: an input that is taken away while focused writes its value once more, and the line would
    // come back.
    if (fields.length > 1) focus(row === fields.length - 1 ? row - 1 : row + 1, undefined);
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    remove(row);
    setNotice(`Line ${row + 1} removed`);
  };
  const moveBy = (row: number, step: -1 | 1, columnID: string | undefined) => {
    const to = row + step;
    if (to < 0 || to >= fields.length) return;
    move(row, to);
    focus(to, columnID);
    setNotice(`Line moved to ${to + 1}`);
  };

  const cellOf = (target: EventTarget): { row: number; columnID: string } | null => {
    const path =
      target instanceof HTMLElement ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined;
    const [, row, columnID] = path?.startsWith(`${name}.`)
      ? (/^(\d+)\.(.+)$/.exec(path.slice(name.length + 1)) ?? [])
      : [];
    return row !== undefined && columnID !== undefined ? { row: Number(row), columnID } : null;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.defaultPrevented || isDisabled) return;
    const { row, columnID } = cell;
    const column = editable.find(({ id }) => id === columnID);
    const isModified = event.metaKey || event.ctrlKey;
    const isList = column?.kind === 'record' || column?.kind === 'select';
    let act: (() => void) | undefined;
    if (event.key === 'Enter' && !isModified)
      act = () => (row === fields.length - 1 ? addAfter(row) : focus(row + 1, columnID));
    else if (!isList && !isModified && event.key === 'ArrowDown' && row < fields.length - 1)
      act = () => focus(row + 1, columnID);
    else if (!isList && !isModified && event.key === 'ArrowUp' && row > 0) act = () => focus(row - 1, columnID);
    if (!act) return;
    event.preventDefault();
    act();
  };

  // Before the inputs see them: a number input would take Backspace for itself, a select the arrows.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (!cell || isDisabled) return;
    let act: (() => void) | undefined;
    if (event.altKey && event.key === 'ArrowUp') act = () => moveBy(cell.row, -1, cell.columnID);
    else if (event.altKey && event.key === 'ArrowDown') act = () => moveBy(cell.row, 1, cell.columnID);
    else if ((event.metaKey || event.ctrlKey) && event.key === 'Backspace') act = () => removeAt(cell.row);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const applyPick = async (row: number, column: EditableColumn<L>, option: Option | null) => {
    if ((column.kind !== 'record' && column.kind !== 'select') || !column.onPick) return;
    const before = form.getValues(`${name}.${row}`) as L;
    const shown = { ...before };
    const patch = await column.onPick(option, before);
    // What was typed while the answer was on its way stays.
    for (const [field, value] of Object.entries(patch ?? {}))
      if (Object.is(form.getValues(`${name}.${row}.${field}`), shown[field]))
        form.setValue(`${name}.${row}.${field}`, value, { shouldDirty: true });
  };

  const pasteCell = async (row: number, column: EditableColumn<L>, text: string, found: Found): Promise<boolean> => {
    const path = `${name}.${row}.${column.id}`;
    if (column.kind === 'record') {
      const option = found.get(text.trim());
      if (!option) return text.trim() === '';
      queries.setQueryData(optionKey(column.source, option.value), option);
      form.setValue(path, option.value, { shouldDirty: true });
      await applyPick(row, column, option);
      return true;
    }
    if (column.kind === 'select') {
      const wanted = text.trim().toLowerCase();
      const option = selectOptions(column, form.getValues(`${name}.${row}`) as L).find(
        ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
      );
      if (option) {
        const patched = applyPick(row, column, option);
        form.setValue(path, option.value, { shouldDirty: true });
        await patched;
      }
      return option !== undefined || wanted === '';
    }
    const value = pastedValue(column.kind, text, formats().settings.locale);
    if (value !== undefined) form.setValue(path, value, { shouldDirty: true });
    return value !== undefined;
  };

  const paste = async (start: { row: number; columnID: string }, grid: string[][]) => {
    const first = editable.findIndex(({ id }) => id === start.columnID);
    // What the cells name is looked up together, before any row shows.
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
    const missing = start.row + grid.length - fields.length;
    if (missing > 0) append(Array.from({ length: missing }, newLine), { shouldFocus: false });
    const unread = new Map<string, string>();
    await Promise.all(
      grid.map(async (cells, offset) => {
        // In order within a row: a unit belongs to the product before it.
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
    setNotice(`${grid.length} lines pasted${marked}`);
  };
  const onPaste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!cell || isDisabled || !isGrid(text)) return;
    event.preventDefault();
    paste(cell, parseGrid(text)).catch((error: unknown) => {
      setNotice('Pasting did not work; check the connection and try again');
      console.error(error);
    });
  };

  const actions = useRef<LineActions<L>>({ pick: () => undefined, remove: () => undefined });
  actions.current = { pick: (row, column, option) => void applyPick(row, column, option), remove: removeAt };

  const message = ownError?.root?.message ?? ownError?.message;
  return (
    <div>
      <div className={classes['scroll']}>
        <table
          ref={table}
          className={classes['table']}
          onKeyDown={onKeyDown}
          onKeyDownCapture={onKeyDownCapture}
          onPaste={onPaste}
          data-path={name}
        >
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  data-align={isNumeric(column) ? 'end' : undefined}
                  style={column.width ? { width: column.width } : undefined}
                >
                  {column.header}
                </th>
              ))}
              <th scope="col" aria-label="Line actions" />
            </tr>
          </thead>
          <tbody>
            {fields.map((field, row) => (
              <LineRow<L>
                key={field.id}
                name={name}
                row={row}
                columns={columns}
                misfits={misfits}
                isRemovable={!isDisabled && fields.length > least}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </div>
      {message && (
        <p className={classes['error']} role="alert">
          {message}
        </p>
      )}
      <div className={classes['foot']}>
        <span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            disabled={isDisabled}
            onClick={() => addAfter(fields.length - 1)}
          >
            {addLabel}
          </Button>{' '}
          <span className={classes['hint']} role="status">
            {notice || 'Enter adds a line. Paste rows from a spreadsheet.'}
          </span>
        </span>
        {(footer || onChange) && <LineFooter<L> name={name} footer={footer} onChange={onChange} />}
      </div>
    </div>
  );
}
