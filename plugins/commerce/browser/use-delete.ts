import { toast, useConfirm } from '@millwright/core/browser';
import { useNavigate } from 'react-router';

/** Asks, deletes and leaves for the list; what refuses (409 with the reason) is shown and everything stays. */
export function useDelete(what: string, listHref: string) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async (name: string, remove: () => Promise<unknown>): Promise<void> => {
    if (!(await confirm({ title: `Delete ${name}?`, confirmLabel: `Delete ${what}`, danger: true }))) return;
    try {
      await remove();
      toast.success(`${name} deleted`);
      await navigate(listHref);
    } catch (error) {
      toast.error(error);
    }
  };
}
