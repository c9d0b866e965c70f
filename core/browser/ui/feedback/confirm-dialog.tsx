import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';

export interface ConfirmOptions {
  title: string;
  message?: ReactNode;
  /** Label of the button, beginning with a verb: 'Delete 12 orders'. */
  confirmLabel: string;
  danger?: boolean;
  /** Word that the person has to type, for serious actions: void, delete many, settle. */
  typed?: string;
}

/** Asks before an irreversible action. The focus starts on Cancel, or in the field for the word. */
export function ConfirmDialog(props: ConfirmOptions & { opened: boolean; onConfirm(): void; onCancel(): void }) {
  const [text, setText] = useState('');
  const isReady = !props.typed || text.trim().toLowerCase() === props.typed.toLowerCase();
  const close = (act: () => void) => () => {
    setText('');
    act();
  };
  return (
    <Modal opened={props.opened} onClose={close(props.onCancel)} title={<Text fw={600}>{props.title}</Text>} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) close(props.onConfirm)();
        }}
      >
        <Stack gap="md">
          {props.message && (
            <Text size="sm" c="dimmed" component="div">
              {props.message}
            </Text>
          )}
          {props.typed && (
            <TextInput
              data-autofocus
              label={`Type ${props.typed} to go on`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close(props.onCancel)} data-autofocus={props.typed ? undefined : true}>
              Cancel
            </Button>
            <Button type="submit" color={props.danger ? 'red.8' : 'cobalt'} disabled={!isReady}>
              {props.confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Ask = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Contains the dialog that `useConfirm` opens; part of `UiProvider`. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setOptions] = useState<ConfirmOptions | null>(null);
  const [opened, setOpened] = useState(false);
  const answer = useRef<(value: boolean) => void>(undefined);
  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setOptions(next);
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const settle = (value: boolean) => {
    setOpened(false);
    answer.current?.(value);
    answer.current = undefined;
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {options && (
        <ConfirmDialog {...options} opened={opened} onConfirm={() => settle(true)} onCancel={() => settle(false)} />
      )}
    </ConfirmContext>
  );
}

/** `const confirm = useConfirm(); if (await confirm({ title, confirmLabel: 'Delete', danger: true })) ...` */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a UiProvider above it');
  return ask;
}
