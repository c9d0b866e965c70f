import { Table, type TableProps } from '@mantine/core';
import classes from './card-table.module.css';

/**
 * A table of lines that scrolls where the window is narrower than `minWidth`. On a phone every row is a card instead: a
 * cell with `data-label` stands under that word, one without takes the whole row.
 */
export const CardTable = ({ minWidth, ...table }: TableProps & { minWidth: number }) => (
  <Table.ScrollContainer minWidth={minWidth} className={classes['scroll'] ?? ''}>
    <Table {...table} className={classes['table'] ?? ''} />
  </Table.ScrollContainer>
);
