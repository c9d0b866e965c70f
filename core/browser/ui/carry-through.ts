import { type ConfirmOptions, useConfirm } from './confirm-dialog.tsx';
import { toast } from './toast.tsx';

/** Does it and says so; what refuses is shown and everything stays. */
export async function carryThrough(act: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await act();
    toast.success(done);
  } catch (error) {
    toast.error(error);
  }
}

/** `const askFirst = useAskFirst()`: asks, carries it through and says so with the title of the question. */
export function useAskFirst() {
  const confirm = useConfirm();
  return async (question: ConfirmOptions, act: () => Promise<unknown>): Promise<void> => {
    if (await confirm(question)) await carryThrough(act, `${question.title.replace('?', '')}: done`);
  };
}
