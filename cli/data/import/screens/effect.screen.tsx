import { plainText } from '@millwright/core/cli';
import { showScreen } from '@millwright/core/cli/components';
import { Box, Text, useApp, useInput } from 'ink';
import { useState } from 'react';
import type { CellMessage, ExampleRow } from '../import-cells.ts';
import { errorLines, exampleLines } from '../run/import-report.ts';

type EffectAnswer = 'import' | 'mapping' | 'no';

interface EffectProps {
  /** `12 rows: 10 created, 2 updated`. */
  effect: string;
  examples: readonly ExampleRow[];
  warnings: readonly string[];
  cellWarnings: readonly CellMessage[];
}

const mostWarnings = 8;

/** The effect of the import, with examples, and a confirmation. */
export function EffectForm({
  effect,
  examples,
  warnings,
  cellWarnings,
  onDone,
}: EffectProps & { onDone(answer: EffectAnswer): void }) {
  const [answer, setAnswer] = useState<EffectAnswer>();
  const settle = (given: EffectAnswer) => {
    setAnswer(given);
    onDone(given);
  };
  useInput(
    (input, key) => {
      if (/^y$/i.test(input)) settle('import');
      else if (/^m$/i.test(input)) settle('mapping');
      else if (/^n$/i.test(input) || key.return) settle('no');
    },
    { isActive: answer === undefined },
  );
  const messages = [...warnings, ...errorLines(cellWarnings)];
  return (
    <Box flexDirection="column">
      {messages.slice(0, mostWarnings).map((warning, index) => (
        <Text key={index} color="yellow">
          {plainText(warning)}
        </Text>
      ))}
      {messages.length > mostWarnings && (
        <Text color="yellow">{`and ${messages.length - mostWarnings} more warnings`}</Text>
      )}
      <Text bold>{plainText(effect)}</Text>
      {examples
        .flatMap((example) => exampleLines(example, 4))
        .map((line, index) => (
          <Text key={index} wrap="truncate">
            {plainText(line)}
          </Text>
        ))}
      <Box gap={1}>
        <Text bold>Import?</Text>
        <Text dimColor>y yes, N no, m columns and options</Text>
        {answer !== undefined && <Text>{answer === 'import' ? 'yes' : answer === 'no' ? 'no' : 'back'}</Text>}
      </Box>
    </Box>
  );
}

function EffectScreen(props: EffectProps) {
  const { exit } = useApp();
  return <EffectForm {...props} onDone={exit} />;
}

/** Asks on the terminal. */
export const askEffect = (props: EffectProps): Promise<EffectAnswer> =>
  showScreen<EffectAnswer>(<EffectScreen {...props} />);
