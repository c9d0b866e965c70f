import type { TableColumn } from '@millwright/core/cli';
import { Box, Text, useWindowSize } from 'ink';
import { layOutTable } from '../../core/cli/table-layout.ts';

/** First line to show, so that the chosen one is in sight. */
const windowStart = (position: number, count: number, visible: number): number =>
  Math.max(0, Math.min(position - Math.floor(visible / 2), count - visible));

/** Rows of which one is chosen; as many as the terminal has room for, with a word about the rest. */
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
  /** Lines of the screen that are not rows. */
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
