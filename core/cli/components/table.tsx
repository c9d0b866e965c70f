import { Box, Text, useWindowSize } from 'ink';
import { layOutTable, type TableColumn } from '../output/table-layout.ts';

/** Rows in columns that fit the terminal (or `width`). Shows at most `limit` rows and the number of further ones. */
export function Table<Row>({
  columns,
  rows,
  width,
  limit,
}: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  width?: number;
  limit?: number;
}) {
  const size = useWindowSize();
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const { header, rows: lines } = layOutTable(columns, shown, width ?? size.columns);
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">
        {header}
      </Text>
      {lines.map((line, index) => (
        <Text key={index} wrap="truncate">
          {line}
        </Text>
      ))}
      {shown.length < rows.length && <Text dimColor>{`... and ${rows.length - shown.length} more`}</Text>}
    </Box>
  );
}
