import { type MenuAction, toast, useConfirm, useSession } from '@millwright/core/browser';

interface Named {
  id: string;
  name: string;
}

/** Menu items that end a key: revoke (while `isRevocable`) and delete, both after confirmation. */
export function useKeyEndings(parts: {
  /** Consequence for the key's users, without a full stop. */
  consequence: string;
  revoke(id: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}): (key: Named, isRevocable: boolean) => (MenuAction | false)[] {
  const { consequence, revoke, remove } = parts;
  const { can } = useSession();
  const confirm = useConfirm();
  const ask = async (
    { id, name }: Named,
    act: 'Revoke' | 'Delete',
    rest: string,
    run: (id: string) => Promise<unknown>,
  ) => {
    const message = `${consequence}${rest}`;
    if (!(await confirm({ title: `${act} ${name}?`, message, confirmLabel: `${act} key`, danger: true }))) return;
    try {
      await run(id);
      toast.success(`${name} ${act.toLowerCase()}d`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (key, isRevocable) => [
    can('api_keys:update') &&
      isRevocable && {
        label: 'Revoke',
        icon: 'lock',
        danger: true,
        onClick: () => void ask(key, 'Revoke', '. This cannot be undone; the key stays in the list.', revoke),
      },
    can('api_keys:delete') && {
      label: 'Delete',
      icon: 'trash',
      danger: true,
      onClick: () => void ask(key, 'Delete', ', and it leaves the list.', remove),
    },
  ];
}
