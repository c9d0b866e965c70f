import { VisuallyHidden } from '@mantine/core';
import { Icon, Quantity, StatusBadge, useSession } from '@millwright/core/browser';
import { type KeyboardEvent, useState } from 'react';
import type { ProductGroup, ProductVariation } from '../../../../contracts/index.ts';
import { AttributeBadge } from '../../item/form/attribute-badge.tsx';
import { RecordLink } from '../../item/record-link.tsx';
import classes from './variation-grid.module.css';
import type { MatrixHeading, MatrixLayout, VariationMatrix } from './variation-matrix.ts';

/** The figures that a cell can show. */
export type VariationFigure = 'onHand' | 'availableToPromise' | 'reserved';

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
  PageUp: [Number.NEGATIVE_INFINITY, 0],
  PageDown: [Number.POSITIVE_INFINITY, 0],
};

/** Products of a cell with the figure and their short quantity. */
function Cell({
  variation,
  figure,
  tabIndex,
}: {
  variation: ProductVariation;
  figure: VariationFigure;
  tabIndex: number;
}) {
  const { products, productCount, short } = variation;
  const shown = variation[figure];
  return (
    <>
      <span className={classes['products']}>
        {products.map(({ id, sku }) => (
          <span key={id}>
            <RecordLink to={`/dashboard/products/${id}`} tabIndex={tabIndex}>
              {sku}
            </RecordLink>
          </span>
        ))}
        {productCount > products.length && <span>and {productCount - products.length} more</span>}
      </span>
      <span className={classes['figures']}>
        {shown ? <Quantity value={shown} /> : 'In different units'}
        {short && short.measure > 0 && (
          <StatusBadge tone="warning">
            Short <Quantity value={short} />
          </StatusBadge>
        )}
      </span>
    </>
  );
}

/**
 * Variations as a grid: arrows move between cells, Tab leaves the grid, Enter opens the product or creates a missing
 * one. A cell is empty if its product cannot exist, or if the person may not create it.
 */
export function VariationGrid(props: {
  group: ProductGroup;
  matrix: VariationMatrix;
  layout: MatrixLayout;
  figure: VariationFigure;
  onCreate: ((attributes: Record<string, string>) => void) | undefined;
}) {
  const { group, matrix, layout, figure, onCreate } = props;
  const { rows, columns } = matrix;
  // Products that the person may not open are plain texts, so their cells get the focus themselves.
  const canOpen = useSession().can('products:read');
  const [picked, setPicked] = useState<readonly [row: number, column: number]>([0, 0]);
  // A new layout may have fewer rows or columns.
  const active = [Math.min(picked[0], rows.length - 1), Math.min(picked[1], columns.length - 1)] as const;
  const nameOf = (propertyID: string | null): string =>
    group.properties.find(({ id }) => id === propertyID)?.name ?? '';
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.metaKey || event.shiftKey) return;
    const clamp = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1));
    const row = clamp(active[0] + step[0], rows.length);
    const column = clamp(active[1] + step[1], columns.length);
    const cell = event.currentTarget.tBodies[0]?.rows[row]?.cells[column + 1];
    if (!cell) return;
    event.preventDefault();
    setPicked([row, column]);
    (cell.querySelector<HTMLElement>('a, button') ?? cell).focus();
  };
  const cellOf = (row: MatrixHeading, column: MatrixHeading, at: readonly [number, number]) => {
    const variation = matrix.variationAt(row, column);
    const attributes = variation || !onCreate ? undefined : matrix.attributesAt(row, column);
    const tabIndex = at[0] === active[0] && at[1] === active[1] ? 0 : -1;
    const hasOwnFocus = (variation !== undefined && canOpen) || attributes !== undefined;
    return (
      <td
        key={column.id}
        data-gap={!variation || undefined}
        tabIndex={hasOwnFocus ? undefined : tabIndex}
        onFocus={() => setPicked(at)}
      >
        {variation && <Cell variation={variation} figure={figure} tabIndex={tabIndex} />}
        {attributes && (
          <button type="button" className={classes['gap']} tabIndex={tabIndex} onClick={() => onCreate?.(attributes)}>
            <Icon name="plus" size={14} /> Create
            <VisuallyHidden> {[row.name, column.name].filter(Boolean).join(', ')}</VisuallyHidden>
          </button>
        )}
        {!variation && !attributes && (
          <>
            <span aria-hidden>–</span>
            <VisuallyHidden>No product</VisuallyHidden>
          </>
        )}
      </td>
    );
  };
  return (
    <div className={classes['scroll']}>
      {/* A table whose cells are reached by arrows is a grid. */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as said */}
      <table role="grid" className={classes['grid']} aria-label={`Variations of ${group.name}`} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{[nameOf(layout.rowID), nameOf(layout.columnID)].filter(Boolean).join(' \\ ')}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {layout.columnID === null ? 'Products' : <AttributeBadge attribute={column} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, down) => (
            <tr key={row.id}>
              <th scope="row">
                <AttributeBadge attribute={row} />
              </th>
              {columns.map((column, across) => cellOf(row, column, [down, across]))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
