import { TextInput } from '@inkjs/ui';
import { plainText, type TableColumn } from '@millwright/core/cli';
import { showScreen } from '@millwright/core/cli/components';
import { Box, Text, useApp, useInput } from 'ink';
import { useState } from 'react';
import type { CellMessage } from '../import-cells.ts';
import { ChoiceList } from './choice-list.tsx';

/** Faulty cells: the first few hundred, and the total number of rows. */
export interface WrongCells {
  cells: readonly CellMessage[];
  rowCount: number;
}

/** `checked`: no errors left. `skip`: continue without the faulty rows. `mapping`: back to columns and options. */
type ErrorsAnswer = 'checked' | 'skip' | 'mapping';

interface ErrorsProps {
  first: WrongCells;
  /** Corrects a cell and answers the remaining faulty cells. */
  correct(cell: CellMessage, value: string): Promise<WrongCells>;
  /** Excludes the row of a cell. */
  leaveOut(cell: CellMessage): Promise<WrongCells>;
}

const layout: TableColumn<CellMessage>[] = [
  { title: 'Row', value: ({ row }) => row, minimum: 4 },
  { title: 'Column', value: ({ column }) => column },
  { title: 'Value', value: ({ value }) => value, minimum: 8 },
  { title: 'What is wrong', value: ({ message }) => message, minimum: 24 },
];

/** A table of faulty cells, which can be corrected in place. */
export function ErrorsForm({ first, correct, leaveOut, onDone }: ErrorsProps & { onDone(answer: ErrorsAnswer): void }) {
  const [wrong, setWrong] = useState(first);
  const [position, setPosition] = useState(0);
  const [mode, setMode] = useState<'choosing' | 'typing' | 'waiting'>('choosing');
  const [refused, setRefused] = useState('');
  const cell = wrong.cells[position];

  const send = (work: () => Promise<WrongCells>) => {
    setMode('waiting');
    setRefused('');
    work()
      .then((next) => {
        setWrong(next);
        setPosition(Math.min(position, Math.max(0, next.cells.length - 1)));
        if (next.rowCount === 0) onDone('checked');
      })
      .catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)))
      .finally(() => setMode('choosing'));
  };

  useInput(
    (input, key) => {
      if (key.upArrow) setPosition(Math.max(0, position - 1));
      else if (key.downArrow) setPosition(Math.min(wrong.cells.length - 1, position + 1));
      else if (key.return && cell?.field) setMode('typing');
      else if (input === 'x' && cell) send(() => leaveOut(cell));
      else if (input === 's') onDone('skip');
      else if (input === 'm') onDone('mapping');
    },
    { isActive: mode === 'choosing' },
  );
  useInput(
    (_, key) => {
      if (key.escape) setMode('choosing');
    },
    { isActive: mode === 'typing' },
  );

  return (
    <Box flexDirection="column">
      <Text bold color="red">
        {wrong.rowCount === 1 ? '1 row has errors' : `${wrong.rowCount.toLocaleString('en-US')} rows have errors`}
      </Text>
      <ChoiceList columns={layout} rows={wrong.cells} position={position} taken={10} />
      {mode === 'typing' && cell ? (
        <Box gap={1}>
          <Text bold>{plainText(`Row ${cell.row}, ${cell.column}:`)}</Text>
          <TextInput
            key={`${cell.row} ${cell.field}`}
            defaultValue={plainText(cell.value)}
            onSubmit={(value) => send(() => correct(cell, value))}
          />
        </Box>
      ) : (
        <Text>{mode === 'waiting' ? 'Checking ...' : plainText(refused)}</Text>
      )}
      <Text dimColor>
        {mode === 'typing'
          ? 'Enter checks the new value, Esc keeps the old one'
          : '↑↓ choose, Enter corrects the cell, x leaves its row out, s imports all but these rows, ' +
            'm columns and options, Ctrl-C gives up'}
      </Text>
    </Box>
  );
}

function ErrorsScreen(props: ErrorsProps) {
  const { exit } = useApp();
  return <ErrorsForm {...props} onDone={exit} />;
}

/** Asks on the terminal. */
export const askErrors = (props: ErrorsProps): Promise<ErrorsAnswer> =>
  showScreen<ErrorsAnswer>(<ErrorsScreen {...props} />);
