import { ActionIcon, Button } from '@mantine/core';
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
import { type FieldValues, get, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { Icon } from '../../display/icon.tsx';
import type { Option } from '../../record/record-source.ts';
import { type EditableColumn, type Line, LineCell, type LineColumn } from './line-cell.tsx';
import { isGrid, parseGrid } from './line-paste.ts';
import classes from './line-table.module.css';
import { type CellPlace, useLinePaste } from './use-line-paste.ts';
import { useLinePick } from './use-line-pick.ts';

export interface LineTableProps<L extends Line> {
  /** Path of the list in the form's values. */
  name: string;
  columns: readonly LineColumn<L>[];
  newLine(): L;
  /** Content below the table: totals of the current lines. */
  footer?(lines: readonly L[]): ReactNode;
  /** Called after each change of a line. */
  onChange?(lines: readonly L[]): void;
  addLabel?: string;
  /** Smallest number of lines; 0 by default. */
  least?: number;
}

const isEditable = <L extends Line>(column: LineColumn<L>): column is EditableColumn<L> => column.kind !== 'computed';
const isNumeric = <L extends Line>(column: LineColumn<L>): boolean =>
  column.kind === 'number' ||
  column.kind === 'money' ||
  column.kind === 'unitPrice' ||
  (column.kind === 'computed' && column.align === 'end');

interface LineActions<L extends Line> {
  pick(row: number, column: EditableColumn<L>, option: Option | null): void;
  remove(row: number): void;
}

interface LineRowProps<L extends Line> {
  name: string;
  row: number;
  columns: readonly LineColumn<L>[];
  /** Pasted texts that could not be read, by the path of their cell. */
  misfits: ReadonlyMap<string, string>;
  isRemovable: boolean;
  actions: RefObject<LineActions<L>>;
}

/** One line. It watches only its own values, so that typing in it does not render the others. */
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

/** The footer, which depends on all lines. */
function LineFooter<L extends Line>({
  name,
  footer,
  onChange,
}: Pick<LineTableProps<L>, 'name' | 'footer' | 'onChange'>) {
  const lines = (useWatch<FieldValues>({ name }) ?? []) as readonly L[];
  useEffect(() => onChange?.(lines), [lines, onChange]);
  return footer?.(lines);
}

/** Focuses a cell of the table by its path as soon as it is rendered. */
function useCellFocus(table: RefObject<HTMLTableElement | null>): (path: string) => void {
  const toFocus = useRef<string | null>(null);
  const focusPending = () => {
    const input = toFocus.current
      ? table.current?.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(toFocus.current)}"]`)
      : null;
    if (!input) return;
    toFocus.current = null;
    input.focus();
    input.select();
  };
  // A new row exists only after the next render.
  useEffect(focusPending);
  return (path) => {
    toFocus.current = path;
    focusPending();
  };
}

interface Lines {
  table: RefObject<HTMLTableElement | null>;
  fields: readonly { id: string }[];
  count: number;
  /** The last action, for screen readers. */
  notice: string;
  setNotice(notice: string): void;
  append(count: number): void;
  addAfter(row: number): void;
  removeAt(row: number): void;
  moveBy(row: number, step: -1 | 1, columnID: string): void;
  focus(row: number, columnID?: string): void;
}

/** The number and order of the form's lines. After each change the focus stays in a cell. */
function useLines<L extends Line>(
  { name, newLine, least = 0 }: Pick<LineTableProps<L>, 'name' | 'newLine' | 'least'>,
  firstColumn: EditableColumn<L> | undefined,
): Lines {
  const table = useRef<HTMLTableElement>(null);
  const { fields, append, insert, remove, move } = useFieldArray<FieldValues>({ name });
  const [notice, setNotice] = useState('');
  const focusCell = useCellFocus(table);
  const count = fields.length;

  const focus = (row: number, columnID = firstColumn?.id) => focusCell(`${name}.${row}.${columnID}`);
  const appendNew = (more: number) =>
    append(
      Array.from({ length: more }, () => newLine()),
      { shouldFocus: false },
    );
  const addAfter = (row: number) => {
    if (row >= count - 1) appendNew(1);
    else insert(row + 1, newLine(), { shouldFocus: false });
    focus(row + 1);
  };
  const removeAt = (row: number) => {
    if (count <= least) return;
    // The focus moves first: a focused input would write its value again on removal and restore the line.
    if (count > 1) focus(row === count - 1 ? row - 1 : row + 1);
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    remove(row);
    setNotice(`Line ${row + 1} removed`);
  };
  const moveBy = (row: number, step: -1 | 1, columnID: string) => {
    const to = row + step;
    if (to < 0 || to >= count) return;
    move(row, to);
    focus(to, columnID);
    setNotice(`Line moved to ${to + 1}`);
  };
  return { table, fields, count, notice, setNotice, append: appendNew, addAfter, removeAt, moveBy, focus };
}

/** The cell of this list in which an event happened. */
function cellAt(name: string, target: EventTarget): CellPlace | null {
  const path = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined;
  const [, row, columnID] = path?.startsWith(`${name}.`)
    ? (/^(\d+)\.(.+)$/.exec(path.slice(name.length + 1)) ?? [])
    : [];
  return row !== undefined && columnID !== undefined ? { row: Number(row), columnID } : null;
}

/** Handles keys that move between cells, unless the input uses them itself. */
function walkByKey<L extends Line>(
  lines: Lines,
  { row, columnID }: CellPlace,
  columns: readonly EditableColumn<L>[],
  event: KeyboardEvent,
): (() => void) | undefined {
  const kind = columns.find(({ id }) => id === columnID)?.kind;
  const isList = kind === 'record' || kind === 'select';
  const isLast = row === lines.count - 1;
  if (event.metaKey || event.ctrlKey) return undefined;
  if (event.key === 'Enter') return () => (isLast ? lines.addAfter(row) : lines.focus(row + 1, columnID));
  if (!isList && event.key === 'ArrowDown' && !isLast) return () => lines.focus(row + 1, columnID);
  if (!isList && event.key === 'ArrowUp' && row > 0) return () => lines.focus(row - 1, columnID);
  return undefined;
}

/** Handles keys with a modifier, which change the line of a cell. */
function changeByKey(lines: Lines, { row, columnID }: CellPlace, event: KeyboardEvent): (() => void) | undefined {
  if (event.altKey && event.key === 'ArrowUp') return () => lines.moveBy(row, -1, columnID);
  if (event.altKey && event.key === 'ArrowDown') return () => lines.moveBy(row, 1, columnID);
  if ((event.metaKey || event.ctrlKey) && event.key === 'Backspace') return () => lines.removeAt(row);
  return undefined;
}

function LineTableHead<L extends Line>({ columns }: Pick<LineTableProps<L>, 'columns'>) {
  return (
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
  );
}

/**
 * Editable lines of a document. Enter goes to the next row and adds one at the end; Alt with arrows moves a line;
 * Ctrl/⌘ with Backspace removes it. Cells copied from a spreadsheet are pasted from the focused cell on; records are
 * found by their number or name.
 */
export function LoadedLineTable<L extends Line>(props: LineTableProps<L>) {
  const { name, columns, footer, onChange, addLabel = 'Add line', least = 0 } = props;
  const editable = columns.filter(isEditable);
  const lines = useLines(props, editable[0]);
  const { errors, disabled: isDisabled } = useFormState<FieldValues>({ name });
  const pick = useLinePick<L>(name);
  const { misfits, paste } = useLinePaste(name, editable, lines);
  const ownError = get(errors, name) as { message?: string; root?: { message?: string } } | undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(name, event.target);
    if (!cell || event.defaultPrevented || isDisabled) return;
    const act = walkByKey(lines, cell, editable, event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  // Handled before the inputs, because a number input would use Backspace itself, and a select the arrows.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const cell = cellAt(name, event.target);
    const act = cell && !isDisabled ? changeByKey(lines, cell, event) : undefined;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPaste = (event: ClipboardEvent) => {
    const cell = cellAt(name, event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!cell || isDisabled || !isGrid(text)) return;
    event.preventDefault();
    paste(cell, parseGrid(text))
      .then(lines.setNotice)
      .catch((error: unknown) => {
        lines.setNotice('Pasting did not work; check the connection and try again');
        console.error(error);
      });
  };

  const actions = useRef<LineActions<L>>({ pick: () => undefined, remove: () => undefined });
  actions.current = { pick: (row, column, option) => void pick(row, column, option), remove: lines.removeAt };

  const message = ownError?.root?.message ?? ownError?.message;
  return (
    <div>
      <div className={classes['scroll']}>
        <table
          ref={lines.table}
          className={classes['table']}
          onKeyDown={onKeyDown}
          onKeyDownCapture={onKeyDownCapture}
          onPaste={onPaste}
          data-path={name}
        >
          <LineTableHead columns={columns} />
          <tbody>
            {lines.fields.map((field, row) => (
              <LineRow<L>
                key={field.id}
                name={name}
                row={row}
                columns={columns}
                misfits={misfits}
                isRemovable={!isDisabled && lines.count > least}
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
            onClick={() => lines.addAfter(lines.count - 1)}
          >
            {addLabel}
          </Button>{' '}
          <span className={classes['hint']} role="status">
            {lines.notice || 'Enter adds a line. Paste rows from a spreadsheet.'}
          </span>
        </span>
        {(footer || onChange) && <LineFooter<L> name={name} footer={footer} onChange={onChange} />}
      </div>
    </div>
  );
}
