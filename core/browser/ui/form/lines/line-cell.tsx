import { NumberInput, Select, TextInput } from '@mantine/core';
import { memo, type ReactNode, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { formats } from '../../../format/format.ts';
import type { Option, RecordSource } from '../../record/record-source.ts';
import { decimalSeparator, withCents } from '../inputs/decimal-text.ts';
import { useNumberText } from '../inputs/use-number-text.ts';
import { RecordPicker } from '../record/record-select.tsx';
import classes from './line-table.module.css';

/** A line in the form's values. */
export type Line = Record<string, unknown>;

interface ColumnBase {
  /** Field of the line; for a computed column any unique name. */
  id: string;
  header: string;
  /** In pixels. */
  width?: number;
}

/** A column of a line table. */
export type LineColumn<L extends Line = Line> =
  /** A record by id; `onPick` returns further fields to set, such as a price. */
  | (ColumnBase & {
      kind: 'record';
      source: RecordSource;
      /** Secondary text below the field, such as the description of the picked record. */
      below?(line: L): ReactNode;
      onPick?(option: Option | null, line: L): Partial<L> | undefined | Promise<Partial<L> | undefined>;
    })
  | (ColumnBase & {
      kind: 'text' | 'number' | 'money' | 'unitPrice';
      placeholder?: string;
      /** Content below the input; data of other lines comes from a context. */
      below?(line: L, index: number): ReactNode;
    })
  /**
   * A choice from a list, which may depend on the line. `onPick` gets the line as it was before and returns further
   * fields to set.
   */
  | (ColumnBase & {
      kind: 'select';
      options: readonly Option[] | ((line: L) => readonly Option[]);
      onPick?(option: Option | null, line: L): Partial<L> | undefined | Promise<Partial<L> | undefined>;
    })
  | (ColumnBase & { kind: 'computed'; align?: 'start' | 'end'; render(line: L, index: number): ReactNode });

export type EditableColumn<L extends Line> = Exclude<LineColumn<L>, { kind: 'computed' }>;

/** The options of a select in this line. */
export const selectOptions = <L extends Line>(
  column: Extract<LineColumn<L>, { kind: 'select' }>,
  line: L | undefined,
): readonly Option[] => (typeof column.options === 'function' ? (line ? column.options(line) : []) : column.options);

interface CellProps<L extends Line> {
  column: EditableColumn<L>;
  line: L | undefined;
  path: string;
  /** 'Quantity, line 3', because the header alone does not name the row. */
  label: string;
  /** Pasted text that could not be read; undefined otherwise. */
  misfit?: string | undefined;
  onPick(option: Option | null): void;
}

const decimalsOf = { number: 6, money: 2, unitPrice: 6 } as const;

/**
 * The data of the line that the cell shows besides its own value. Elements are not compared, because they always
 * differ.
 */
const shownOf = <L extends Line>({ column, line, path }: CellProps<L>): unknown => {
  if (!line || column.kind === 'text') return null;
  if (column.kind === 'select') return JSON.stringify(selectOptions(column, line));
  return column.kind === 'record' ? column.below?.(line) : column.below?.(line, rowOf(path));
};

const rowOf = (path: string): number => Number(path.split('.').at(-2));

const isSameCell = <L extends Line>(before: CellProps<L>, next: CellProps<L>): boolean =>
  before.column === next.column &&
  before.path === next.path &&
  before.label === next.label &&
  before.misfit === next.misfit &&
  (before.line === next.line || Object.is(shownOf(before), shownOf(next)));

/** One input of a line, found by its `data-path`. Typing in another cell of the line does not render it again. */
export const LineCell = memo(InputCell, isSameCell) as typeof InputCell;

function InputCell<L extends Line>({ column, line, path, label, misfit, onPick }: CellProps<L>) {
  const { field, fieldState } = useController<FieldValues>({ name: path });
  const isEmpty = field.value === null || field.value === undefined || field.value === '';
  const shared = {
    name: path,
    'data-path': path,
    'aria-label': label,
    disabled: Boolean(field.disabled),
    error: isEmpty && misfit ? `‘${misfit}’ was not found` : fieldState.error?.message,
    onBlur: field.onBlur,
    ref: field.ref,
  };
  const value: unknown = field.value;
  if (column.kind === 'record') {
    const below = line && column.below?.(line);
    return (
      <RecordPicker
        {...shared}
        description={below ? <span className={classes['below']}>{below}</span> : undefined}
        inputWrapperOrder={['input', 'error', 'description']}
        source={column.source}
        // Names and hints need more room than the cell.
        comboboxProps={{ width: 400, position: 'bottom-start' }}
        value={typeof value === 'string' && value !== '' ? value : null}
        onPick={(next, option) => {
          field.onChange(next);
          onPick(option);
        }}
      />
    );
  }
  if (column.kind === 'select') {
    const options = selectOptions(column, line);
    return (
      <Select
        {...shared}
        data={options.map(({ value: code, label: name }) => ({ value: code, label: name }))}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(next) => {
          onPick(options.find((option) => option.value === next) ?? null);
          field.onChange(next);
        }}
        allowDeselect={false}
      />
    );
  }
  if (column.kind === 'text') {
    return (
      <TextInput
        {...shared}
        placeholder={column.placeholder}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => field.onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        autoComplete="off"
      />
    );
  }
  const below = line && column.below?.(line, rowOf(path));
  return (
    <>
      <NumberCell {...shared} column={column} value={value} onChange={field.onChange} />
      {below && <span className={classes['below']}>{below}</span>}
    </>
  );
}

function NumberCell<L extends Line>({
  column,
  value,
  onChange,
  onBlur,
  ...shared
}: {
  column: Extract<LineColumn<L>, { kind: 'text' | 'number' | 'money' | 'unitPrice' }>;
  value: unknown;
  onChange(value: number | null): void;
  onBlur(): void;
} & Record<string, unknown>) {
  const [shown, setShown] = useNumberText(value, onChange);
  const [isTyping, setTyping] = useState(false);
  const kind = column.kind === 'text' ? 'number' : column.kind;
  return (
    <NumberInput
      {...shared}
      placeholder={column.placeholder}
      value={kind === 'unitPrice' && !isTyping ? withCents(shown) : shown}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        onBlur();
      }}
      onChange={setShown}
      decimalScale={decimalsOf[kind]}
      fixedDecimalScale={kind === 'money'}
      decimalSeparator={decimalSeparator(formats().settings.locale)}
      clampBehavior="none"
      withKeyboardEvents={false}
      selectAllOnFocus
      hideControls
      styles={{ input: { textAlign: 'end' } }}
    />
  );
}
