import { ConfirmInput } from '@inkjs/ui';
import { Box, Text, useApp } from 'ink';
import { useState } from 'react';
import { showScreen } from './screen.tsx';

/** A question answered with y or n. Enter means no, because the action cannot be undone. */
export function Confirm({ question, onAnswer }: { question: string; onAnswer(isAgreed: boolean): void }) {
  const [answer, setAnswer] = useState<boolean>();
  const settle = (isAgreed: boolean) => {
    setAnswer(isAgreed);
    onAnswer(isAgreed);
  };
  return (
    <Box gap={1}>
      <Text bold>{question}</Text>
      {answer === undefined ? (
        <ConfirmInput
          defaultChoice="cancel"
          submitOnEnter
          onConfirm={() => settle(true)}
          onCancel={() => settle(false)}
        />
      ) : (
        <Text>{answer ? 'yes' : 'no'}</Text>
      )}
    </Box>
  );
}

function ConfirmScreen({ question }: { question: string }) {
  const { exit } = useApp();
  return <Confirm question={question} onAnswer={(isAgreed) => exit({ isAgreed })} />;
}

/** Asks in the terminal. */
export const askConfirmation = async (question: string): Promise<boolean> =>
  (await showScreen<{ isAgreed: boolean }>(<ConfirmScreen question={question} />)).isAgreed;
