import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ApiError } from '../../../contracts/client.ts';
import { Icon } from '../display/icon.tsx';
import { errorText } from './error-text.ts';

const undoMilliseconds = 8000;

/** The body of an undo toast, shown by `toast.undo`. */
export function UndoToast({ message, onUndo }: { message: string; onUndo(): void }) {
  return (
    <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
      {message}
      <Button variant="default" size="compact-sm" onClick={onUndo} leftSection={<Icon name="undo" size={14} />}>
        Undo
      </Button>
    </span>
  );
}

/** Short messages in the corner, announced by screen readers. */
export const toast = {
  success(message: string): void {
    notifications.show({ message, color: 'green', icon: <Icon name="check" />, autoClose: 4000 });
  },
  info(message: string): void {
    notifications.show({ message, autoClose: 5000 });
  },
  /** A failed action: the API's message and its request id. */
  error(error: unknown): void {
    const requestID = error instanceof ApiError ? error.requestID : '';
    notifications.show({
      title: typeof error === 'string' ? error : errorText(error),
      message: requestID ? `Request ${requestID}` : '',
      color: 'red',
      icon: <Icon name="alert" />,
      autoClose: 10_000,
    });
  },
  /** For a reversible action: it is done at once without confirmation and can be undone for 8 s. */
  undo(message: string, onUndo: () => unknown): void {
    const id = notifications.show({
      message: (
        <UndoToast
          message={message}
          onUndo={() => {
            notifications.hide(id);
            Promise.resolve(onUndo()).catch((error: unknown) => toast.error(error));
          }}
        />
      ),
      autoClose: undoMilliseconds,
    });
  },
};
