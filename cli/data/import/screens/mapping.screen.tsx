import { plainText, type TableColumn } from '@millwright/core/cli';
import { showScreen } from '@millwright/core/cli/components';
import type { ImportColumn, ImportField } from '@millwright/core/contracts';
import { Box, Text, useApp, useInput } from 'ink';
import { useState } from 'react';
import { ChoiceList } from './choice-list.tsx';

/** Columns with a changed field. */
interface MappingAnswer {
  columns: { index: number; field: string | null }[];
}

interface MappedColumn extends ImportColumn {
  label: string;
  how: string;
}

const hows = {
  heading: '',
  synonym: 'known by another name',
  remembered: 'as last time',
  chosen: 'chosen',
} as const;

/** The columns of a file with samples and their fields; arrows select, letters jump. */
export function MappingForm({
  columns,
  fields,
  onDone,
}: {
  columns: readonly ImportColumn[];
  fields: readonly ImportField[];
  onDone(answer: MappingAnswer): void;
}) {
  const [chosen, setChosen] = useState(() => columns.map(({ field }) => field));
  const [position, setPosition] = useState(0);
  // A column that looks like money must be confirmed with a key of its own; continuing is not enough.
  const [open, setOpen] = useState(
    () => new Set(columns.flatMap((column) => (column.isUnconfirmed ? column.index : []))),
  );
  const taken = new Set(chosen.filter((field, index) => field !== null && index !== position));
  const free = [null, ...fields.filter(({ name }) => !taken.has(name))];
  const settle = () => setOpen(new Set([...open].filter((index) => index !== columns[position]?.index)));
  const choose = (field: string | null) => {
    setChosen(chosen.map((each, index) => (index === position ? field : each)));
    if (field !== null) settle();
  };
  const at = free.findIndex((field) => (field?.name ?? null) === chosen[position]);

  useInput((input, key) => {
    if (key.upArrow) setPosition(Math.max(0, position - 1));
    else if (key.downArrow) setPosition(Math.min(columns.length - 1, position + 1));
    else if (key.leftArrow || key.rightArrow)
      choose(free[(at + (key.rightArrow ? 1 : -1) + free.length) % free.length]?.name ?? null);
    else if (key.backspace || key.delete) {
      choose(null);
      settle();
    } else if (key.return) {
      if (open.size === 0)
        onDone({
          columns: columns.flatMap(({ index, field, isUnconfirmed }, each) => {
            const wanted = chosen[each] ?? null;
            return wanted === field && !isUnconfirmed ? [] : [{ index, field: wanted }];
          }),
        });
    } else if (/^[\p{L}\p{N}]$/u.test(input) && !key.ctrl && !key.meta) {
      const begins = (field: ImportField | null | undefined) =>
        field?.label.toLowerCase().startsWith(input.toLowerCase());
      const next = [...free.slice(at + 1), ...free.slice(0, at + 1)].find(begins);
      if (next) choose(next.name);
    }
  });

  const labels = new Map(fields.map(({ name, label, isRequired }) => [name, isRequired ? `${label} *` : label]));
  const rows = columns.map((column, index): MappedColumn => {
    const field = chosen[index] ?? null;
    const isKept = field === column.field;
    return {
      ...column,
      label: field === null ? 'not imported' : (labels.get(field) ?? field),
      how: open.has(column.index)
        ? 'looks like money'
        : isKept
          ? column.matchedBy
            ? hows[column.matchedBy]
            : ''
          : field === null
            ? ''
            : 'chosen',
    };
  });
  const missing = fields.filter(({ name, isRequired }) => isRequired && !chosen.includes(name));
  return (
    <Box flexDirection="column">
      <Text bold>How are the columns to be read?</Text>
      <ChoiceList
        columns={layout}
        rows={rows}
        position={position}
        taken={9}
        colorOf={({ label }) => (label === 'not imported' ? 'yellow' : undefined)}
      />
      {missing.length > 0 && (
        <Text color="red">
          {`No column fills ${missing.map(({ label }) => label).join(', ')}, which every row needs`}
        </Text>
      )}
      {open.size > 0 && (
        <Text color="red">
          {`${columns
            .filter(({ index }) => open.has(index))
            .map(({ heading }) => plainText(heading))
            .join(', ')}: give a field, or leave out with Backspace`}
        </Text>
      )}
      <Text dimColor>
        ↑↓ column ←→ field, a letter jumps to a field, Backspace leaves out, Enter goes on, * required
      </Text>
    </Box>
  );
}

const layout: TableColumn<MappedColumn>[] = [
  { title: 'Column', value: ({ heading }) => heading, minimum: 10 },
  { title: 'Fills', value: ({ label }) => label, minimum: 16 },
  { title: '', value: ({ how }) => how },
  { title: 'Samples', value: ({ samples }) => samples.slice(0, 3).join(' | ') },
];

function MappingScreen(props: Omit<Parameters<typeof MappingForm>[0], 'onDone'>) {
  const { exit } = useApp();
  return <MappingForm {...props} onDone={exit} />;
}

/** Asks on the terminal. */
export const askMapping = (props: Omit<Parameters<typeof MappingForm>[0], 'onDone'>): Promise<MappingAnswer> =>
  showScreen<MappingAnswer>(<MappingScreen {...props} />);
