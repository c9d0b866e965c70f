import { Box, Text } from 'ink';
import type { TableColumn } from '../output/table-layout.ts';
import { Table } from './table.tsx';

/** An error with its place. */
export interface ErrorRow {
  /** `row 12`, `lines.0.quantity`. */
  place: string;
  message: string;
  /** The wrong value as given. */
  value?: string;
}

const columns: TableColumn<ErrorRow>[] = [
  { title: 'Where', value: ({ place }) => place },
  { title: 'Value', value: ({ value }) => value },
  { title: 'What is wrong', value: ({ message }) => message, minimum: 20 },
];

/** A table of errors below a headline with their number. */
export function ErrorTable({
  errors,
  limit = 20,
  width,
}: {
  errors: readonly ErrorRow[];
  limit?: number;
  width?: number;
}) {
  const shown = errors.some(({ value }) => value !== undefined)
    ? columns
    : columns.filter(({ title }) => title !== 'Value');
  return (
    <Box flexDirection="column">
      <Text color="red" bold>
        {errors.length === 1 ? '1 error' : `${errors.length.toLocaleString('en-US')} errors`}
      </Text>
      <Table columns={shown} rows={errors} limit={limit} width={width} />
    </Box>
  );
}
