import { VisuallyHidden } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChangeSetRow } from '../../../../core/contracts/work/change-set.contract.ts';
import type { ImportField } from '../../../../core/contracts/work/import.contract.ts';
import { changeSetValue } from '../../change-set/change-set-rows.tsx';
import classes from '../import.module.css';

/** Moves the focus to the neighboring cell; answers whether there is one. */
function moveFocus(button: HTMLElement, key: string): boolean {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  const row = button.closest('tr');
  if (step === undefined || !row) return false;
  const inRow = (each: Element | null | undefined) => [...(each?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const rowCells = inRow(row);
  const next =
    key === 'ArrowLeft' || key === 'ArrowRight'
      ? rowCells[rowCells.indexOf(button) + step]
      : inRow(step < 0 ? row.previousElementSibling : row.nextElementSibling)[rowCells.indexOf(button)];
  next?.focus();
  return true;
}

/** A cell of the file with its effect and errors; Enter edits it, arrow keys move to the next. */
export function ImportCell(props: {
  row: ChangeSetRow;
  field: ImportField;
  /** The cell that Tab reaches. */
  isFirst: boolean;
  canEdit: boolean;
  onSave(row: ChangeSetRow, values: Record<string, string>): Promise<boolean>;
  /** Called when the cell is removed while it has the focus. */
  onFocusLost(): void;
}) {
  const { row, field, canEdit, onFocusLost } = props;
  const value = row.values[field.name] ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const id = useId();
  const cell = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  const isEditing = draft !== null;
  useEffect(() => {
    if (isEditing || !returns.current) return;
    returns.current = false;
    button.current?.focus();
  }, [isEditing]);

  useLayoutEffect(() => {
    const cellElement = cell.current;
    // Checked in the layout cleanup, before the element is removed; afterwards the focus is already lost.
    return () => {
      if (cellElement?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);

  const errors = row.errors.filter((each) => each.field === field.name);
  const warnings = row.warnings.filter((each) => each.field === field.name);
  const change = row.effect === 'update' ? row.changes.find((each) => each.field === field.name) : undefined;
  const close = () => {
    returns.current = true;
    setDraft(null);
  };
  const save = async () => {
    if (draft === null || isSaving) return;
    if (draft.trim() === value) return close();
    setSaving(true);
    const isSaved = await props.onSave(row, { [field.name]: draft });
    setSaving(false);
    if (isSaved) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = `${field.label}, row ${row.row}`;
  const messages = [...errors, ...warnings].length > 0 && (
    <span id={id} className={classes['messages']}>
      {errors.map(({ message }) => (
        <span key={message} className={classes['error']}>
          {message}
        </span>
      ))}
      {warnings.map(({ message }) => (
        <span key={message} className={classes['warning']}>
          {message}
        </span>
      ))}
    </span>
  );
  if (isEditing)
    return (
      <span ref={cell} className={classes['cell']}>
        <input
          className={classes['input']}
          aria-label={name}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={messages ? id : undefined}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
          autoFocus
          value={draft}
          readOnly={isSaving}
          list={field.choices.length ? `${id}-choices` : undefined}
          onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            // Leaving the field saves the text.
            if (!isSaving) void save();
          }}
        />
        {field.choices.length > 0 && (
          <datalist id={`${id}-choices`}>
            {field.choices.map((choice) => (
              <option key={choice} value={choice} />
            ))}
          </datalist>
        )}
        {messages}
      </span>
    );
  const text = (
    <>
      {change && (
        <>
          <VisuallyHidden>before: </VisuallyHidden>
          <s className={classes['before']}>{changeSetValue(change.from)}</s>
          <Icon name="arrowRight" size={11} />
          <VisuallyHidden>after: </VisuallyHidden>
        </>
      )}
      {value === '' && change ? changeSetValue(change.to) : value}
    </>
  );
  return (
    <span ref={cell} className={classes['cell']}>
      {canEdit ? (
        <button
          ref={button}
          type="button"
          className={classes['value']}
          data-cell
          data-faulty={errors.length > 0 || undefined}
          tabIndex={props.isFirst || errors.length > 0 ? 0 : -1}
          aria-describedby={messages ? id : undefined}
          onClick={() => setDraft(value)}
          onKeyDown={(event) => {
            if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
          }}
        >
          <VisuallyHidden>{name}: </VisuallyHidden>
          {text}
          <VisuallyHidden>{value === '' && !change ? 'empty. Edit' : '. Edit'}</VisuallyHidden>
        </button>
      ) : (
        <span className={classes['plain']} data-faulty={errors.length > 0 || undefined}>
          {text}
        </span>
      )}
      {messages}
    </span>
  );
}
