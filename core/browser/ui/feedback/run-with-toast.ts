import { type ConfirmOptions, useConfirm } from './confirm-dialog.tsx';
import { toast } from './toast.tsx';

/** Runs the action and shows a toast with its success or error. */
export async function runWithToast(act: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await act();
    toast.success(done);
  } catch (error) {
    toast.error(error);
  }
}

/** Asks for confirmation, runs the action, and shows a toast with the title of the question. */
export function useRunIfConfirmed() {
  const confirm = useConfirm();
  return async (question: ConfirmOptions, act: () => Promise<unknown>): Promise<void> => {
    if (await confirm(question)) await runWithToast(act, `${question.title.replace('?', '')}: done`);
  };
}
