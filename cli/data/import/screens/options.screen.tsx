import type { TableColumn } from '@millwright/core/cli';
import { showScreen } from '@millwright/core/cli/components';
import type { ImportField, ImportSet } from '@millwright/core/contracts';
import { Box, Text, useApp, useInput } from 'ink';
import { useState } from 'react';
import { ChoiceList } from './choice-list.tsx';

type Options = ImportSet['options'];

interface Choice {
  title: string;
  value: string;
  toggled: Options;
}

const layout: TableColumn<Choice>[] = [
  { title: 'What', value: ({ title }) => title },
  { title: 'Do', value: ({ value }) => value },
];

/** Treatment of existing records and of missing references. */
export function OptionsForm({
  options,
  creatable,
  hasLines,
  onDone,
}: {
  options: Options;
  /** Mapped fields whose missing references can be created. */
  creatable: readonly Pick<ImportField, 'name' | 'label'>[];
  /** Whether records have lines that may be missing in the file. */
  hasLines: boolean;
  onDone(options: Options): void;
}) {
  const [chosen, setChosen] = useState(options);
  const [position, setPosition] = useState(0);
  const choices: Choice[] = [
    {
      title: 'Records that exist',
      value: chosen.onExisting,
      toggled: { ...chosen, onExisting: chosen.onExisting === 'update' ? 'skip' : 'update' },
    },
    ...creatable.map(({ name, label }): Choice => {
      const isOn = chosen.createReferences.includes(name);
      const others = chosen.createReferences.filter((each) => each !== name);
      return {
        title: `Missing ${label}`,
        value: isOn ? 'create' : 'error',
        toggled: { ...chosen, createReferences: isOn ? others : [...others, name] },
      };
    }),
    {
      title: 'Decimals that a field does not hold',
      value: chosen.round ? 'round' : 'error',
      toggled: { ...chosen, round: !chosen.round },
    },
    ...(hasLines
      ? [
          {
            title: 'Lines that the file does not have',
            value: chosen.replaceLines ? 'delete' : 'error',
            toggled: { ...chosen, replaceLines: !chosen.replaceLines },
          },
        ]
      : []),
  ];
  useInput((input, key) => {
    if (key.upArrow) setPosition(Math.max(0, position - 1));
    else if (key.downArrow) setPosition(Math.min(choices.length - 1, position + 1));
    else if (key.leftArrow || key.rightArrow || input === ' ') setChosen(choices[position]?.toggled ?? chosen);
    else if (key.return) onDone(chosen);
  });
  return (
    <Box flexDirection="column">
      <Text bold>What is to be done?</Text>
      <ChoiceList columns={layout} rows={choices} position={position} taken={6} />
      <Text dimColor>↑↓ choose ←→ change, Enter goes on</Text>
    </Box>
  );
}

function OptionsScreen(props: Omit<Parameters<typeof OptionsForm>[0], 'onDone'>) {
  const { exit } = useApp();
  return <OptionsForm {...props} onDone={exit} />;
}

/** Asks on the terminal. */
export const askOptions = (props: Omit<Parameters<typeof OptionsForm>[0], 'onDone'>): Promise<Options> =>
  showScreen<Options>(<OptionsScreen {...props} />);
