import { useNavigate } from 'react-router';
import { useConfirm } from '../feedback/confirm-dialog.tsx';
import { toast } from '../feedback/toast.tsx';

/**
 * `const askAndDelete = useDelete('carrier', '/dashboard/carriers')`: confirms, deletes and opens the list. A refusal
 * (409 with the reason) is shown and the screen stays.
 */
export function useDelete(what: string, listHref: string) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async (name: string, remove: () => Promise<unknown>, warning?: string): Promise<void> => {
    const question = { title: `Delete ${name}?`, confirmLabel: `Delete ${what}`, danger: true };
    if (!(await confirm(warning ? { ...question, message: warning } : question))) return;
    try {
      await remove();
      toast.success(`${name} deleted`);
      await navigate(listHref);
    } catch (error) {
      toast.error(error);
    }
  };
}
