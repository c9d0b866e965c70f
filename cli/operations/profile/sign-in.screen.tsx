import { PasswordInput, Select, TextInput } from '@inkjs/ui';
import { showScreen } from '@millwright/core/cli/components';
import { Box, Text, useApp } from 'ink';
import { useState } from 'react';
import type { AccountChoice } from './administrator-context.ts';

export interface SignInAnswers {
  url: string;
  user: string;
  secret: string;
}

type Step = keyof SignInAnswers;

const labels = (isKey: boolean): Record<Step, string> => ({
  url: 'Server',
  user: 'Email or username',
  secret: isKey ? 'Secret of the API key' : 'Password',
});

/** Asks for missing data step by step; previous answers stay visible, except the secret. */
export function SignInForm({
  known,
  isKey,
  asksURL,
  onDone,
}: {
  known: Partial<SignInAnswers>;
  isKey: boolean;
  asksURL: boolean;
  onDone(answers: SignInAnswers): void;
}) {
  const steps: Step[] = [
    ...(asksURL ? (['url'] as const) : []),
    ...(isKey || known.user !== undefined ? [] : (['user'] as const)),
    'secret',
  ];
  const [answers, setAnswers] = useState<Partial<SignInAnswers>>(known);
  const [position, setPosition] = useState(0);
  const step = steps[position];
  const titles = labels(isKey);
  const answer = (value: string) => {
    const given = value.trim() || (step === 'url' ? (known.url ?? '') : '');
    if (step === undefined || given === '') return;
    const next = { ...answers, [step]: step === 'secret' ? value : given };
    setAnswers(next);
    setPosition(position + 1);
    if (position === steps.length - 1) onDone({ url: '', user: '', secret: '', ...next });
  };
  return (
    <Box flexDirection="column">
      {steps.slice(0, position + 1).map((each) => (
        <Box key={each} gap={1}>
          <Text bold>{titles[each]}:</Text>
          {each !== step ? (
            <Text>{each === 'secret' ? '' : answers[each]}</Text>
          ) : each === 'secret' ? (
            <PasswordInput onSubmit={answer} />
          ) : (
            <TextInput
              key={each}
              placeholder={each === 'url' ? (known.url ?? 'http://127.0.0.1:4000') : ''}
              onSubmit={answer}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}

function SignInScreen(props: Omit<Parameters<typeof SignInForm>[0], 'onDone'>) {
  const { exit } = useApp();
  return <SignInForm {...props} onDone={exit} />;
}

/** Asks on the terminal. */
export const askSignIn = ({
  url,
  user,
  isKey,
  asksURL,
}: {
  url?: string;
  user?: string;
  isKey: boolean;
  asksURL: boolean;
}): Promise<SignInAnswers> =>
  showScreen<SignInAnswers>(
    <SignInScreen known={{ url, ...(user === undefined ? {} : { user }) }} isKey={isKey} asksURL={asksURL} />,
  );

function CodeScreen() {
  const { exit } = useApp();
  return (
    <Box gap={1}>
      <Text bold>Code of your authenticator app, or a recovery code:</Text>
      <TextInput onSubmit={(code) => code.trim() && exit(code)} />
    </Box>
  );
}

/** Asks for the second factor. */
export const askCode = (): Promise<string> => showScreen<string>(<CodeScreen />);

/** A list of accounts to choose from with arrow keys and Enter. */
export function AccountSelect({
  accounts,
  onChoose,
}: {
  accounts: readonly AccountChoice[];
  onChoose(account: AccountChoice): void;
}) {
  return (
    <Box flexDirection="column">
      <Text bold>Which account?</Text>
      <Select
        options={accounts.map(({ id, name, slug }) => ({ label: `${name} (${slug})`, value: id }))}
        onChange={(id) => {
          const chosen = accounts.find((account) => account.id === id);
          if (chosen) onChoose(chosen);
        }}
      />
    </Box>
  );
}

function AccountScreen({ accounts }: { accounts: readonly AccountChoice[] }) {
  const { exit } = useApp();
  return <AccountSelect accounts={accounts} onChoose={exit} />;
}

/** Lets a person with several accounts choose. */
export const askAccount = (accounts: readonly AccountChoice[]): Promise<AccountChoice> =>
  showScreen<AccountChoice>(<AccountScreen accounts={accounts} />);
