import { Table, type TableProps } from '@mantine/core';
import classes from './card-table.module.css';

/**
 * A table of lines that scrolls in windows narrower than `minWidth`. On a phone every row is a card: a cell with
 * `data-label` is shown below that label, a cell without one takes the whole width.
 */
export const CardTable = ({ minWidth, ...table }: TableProps & { minWidth: number }) => (
  <Table.ScrollContainer minWidth={minWidth} className={classes['scroll'] ?? ''}>
    <Table {...table} className={classes['table'] ?? ''} />
  </Table.ScrollContainer>
);
