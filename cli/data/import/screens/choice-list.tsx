import type { TableColumn } from '@millwright/core/cli';
import { Box, Text, useWindowSize } from 'ink';
import { layOutTable } from '../../../../core/cli/output/table-layout.ts';

/** First visible row, so that the selected one is visible. */
const windowStart = (position: number, count: number, visible: number): number =>
  Math.max(0, Math.min(position - Math.floor(visible / 2), count - visible));

/** A list with a selected row; shows as many rows as the terminal has room for, and the number of the others. */
export function ChoiceList<Row>({
  columns,
  rows,
  position,
  taken,
  colorOf,
}: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  position: number;
  /** Lines of the screen for other content. */
  taken: number;
  colorOf?(row: Row): string | undefined;
}) {
  const size = useWindowSize();
  const visible = Math.max(3, Math.min(rows.length, size.rows - taken));
  const start = windowStart(position, rows.length, visible);
  const shown = rows.slice(start, start + visible);
  const { header, rows: lines } = layOutTable(columns, shown, size.columns - 2);
  const below = rows.length - start - shown.length;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">{`  ${header}`}</Text>
      {lines.map((line, index) => {
        const isChosen = start + index === position;
        const color = shown[index] && colorOf?.(shown[index]);
        return (
          <Text key={start + index} wrap="truncate" bold={isChosen} {...(color ? { color } : {})}>
            {`${isChosen ? '❯' : ' '} ${line}`}
          </Text>
        );
      })}
      {rows.length > visible && <Text dimColor>{`  ${start} above, ${below} below`}</Text>}
    </Box>
  );
}
