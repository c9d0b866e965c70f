import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { columnWidth } from '../../../../contracts/records/saved-view.contract.ts';
import classes from '../list-screen.module.css';
import { allowedWidth } from '../views/use-list-look.ts';

type Widths = Readonly<Record<string, number>>;

/** Default width of a column when other columns have fixed widths. */
const fallbackWidth = 160;
const step = 10;

/** Width of each shown column if at least one is fixed; undefined while the browser lays out the table. */
export function fixedWidths(
  columns: readonly { id: string; width?: number | undefined }[],
  widths: Widths,
): { id: string; width: number }[] | undefined {
  if (!columns.some(({ id }) => widths[id] !== undefined)) return undefined;
  return columns.map(({ id, width }) => ({ id, width: widths[id] ?? allowedWidth(width ?? fallbackWidth) }));
}

const heads = (table: HTMLTableElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('th[data-column]')];

/** Current widths of all columns. */
const measured = (table: HTMLTableElement): Record<string, number> =>
  Object.fromEntries(heads(table).map((head) => [head.dataset['column'] ?? '', allowedWidth(head.offsetWidth)]));

/** Shows a width during dragging without rendering the rows again. */
function preview(table: HTMLTableElement, id: string, width: number): void {
  const head = heads(table).find((each) => each.dataset['column'] === id);
  if (!head) return;
  const before = Number.parseFloat(head.style.width);
  head.style.width = `${width}px`;
  table.style.width = `${Number.parseFloat(table.style.width) + width - before}px`;
}

/** Width that fits the widest cell of a column. */
function fittingWidth(table: HTMLTableElement, id: string): number {
  const head = heads(table).find((each) => each.dataset['column'] === id);
  if (!head) return columnWidth.min;
  const position = [...(head.parentElement?.children ?? [])].indexOf(head);
  const cells = [...table.rows].flatMap((row) => row.cells[position] ?? []);
  return Math.max(...cells.map((cell) => cell.scrollWidth)) + 1;
}

interface Props {
  table: RefObject<HTMLTableElement | null>;
  id: string;
  header: string;
  /** Undefined while the browser lays out the table. */
  width: number | undefined;
  /** One of the edges is a tab stop; the arrows up and down lead to the others. */
  isTabStop: boolean;
  onFocus(): void;
  onWidths(widths: Widths): void;
}

/**
 * The right edge of a column's header: drag it, move it with the arrow keys (Shift: larger steps), or fit the column to
 * its content by double click or Enter. The first change fixes all columns at their current width, so that only one
 * changes.
 */
export function ColumnResizer({ table, id, header, width, isTabStop, onFocus, onWidths }: Props) {
  const drag = useRef<{ from: number; base: Record<string, number>; width: number | null } | null>(null);
  const [shown, setShown] = useState<number>(columnWidth.min);
  const current = width ?? shown;

  const fix = (): Record<string, number> => {
    const base = table.current ? measured(table.current) : {};
    if (width === undefined) flushSync(() => onWidths(base));
    return base;
  };
  const fit = () => {
    const base = fix();
    if (!table.current) return;
    preview(table.current, id, columnWidth.min);
    const fitting = allowedWidth(fittingWidth(table.current, id));
    preview(table.current, id, fitting);
    onWidths({ ...base, [id]: fitting });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !table.current) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, base: measured(table.current), width: null };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current: dragged } = drag;
    if (!dragged || !table.current) return;
    const moved = event.clientX - dragged.from;
    if (dragged.width === null && Math.abs(moved) < 3) return;
    if (dragged.width === null) fix();
    dragged.width = allowedWidth((dragged.base[id] ?? current) + moved);
    preview(table.current, id, dragged.width);
  };
  const endDrag = (isKept: boolean) => {
    const { current: dragged } = drag;
    drag.current = null;
    if (!dragged || dragged.width === null || !table.current) return;
    if (isKept) onWidths({ ...dragged.base, [id]: dragged.width });
    else preview(table.current, id, dragged.base[id] ?? current);
  };

  const neighbour = (direction: -1 | 1) => {
    if (!table.current) return;
    const edges = [...table.current.querySelectorAll<HTMLElement>('[role="separator"]')];
    edges[edges.findIndex((edge) => edge.dataset['column'] === id) + direction]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const size = event.shiftKey ? step * 5 : step;
    const resize = (to: number) => () => onWidths({ ...fix(), [id]: allowedWidth(to) });
    const acts: Record<string, () => void> = {
      ArrowLeft: resize(current - size),
      ArrowRight: resize(current + size),
      Home: resize(columnWidth.min),
      ArrowUp: () => neighbour(-1),
      ArrowDown: () => neighbour(1),
      Enter: fit,
      Escape: () => endDrag(false),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved, a separator with a value can
    <div
      role="separator"
      className={classes['edge']}
      data-column={id}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={current}
      aria-valuemin={columnWidth.min}
      aria-valuemax={columnWidth.max}
      aria-valuetext={`${current} pixels`}
      title="Drag or use the arrow keys; a double click fits the content"
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => {
        setShown(allowedWidth(event.currentTarget.parentElement?.offsetWidth ?? columnWidth.min));
        onFocus();
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => endDrag(true)}
      onPointerCancel={() => endDrag(false)}
      onDoubleClick={fit}
      onKeyDown={onKeyDown}
    />
  );
}
