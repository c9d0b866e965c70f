import {
  DateText,
  DateTimeText,
  ListScreen,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  deletePublishableKey,
  listWidgetPublishableKeys,
  type PublishableKeyView,
  publishableKeyStatuses,
  revokePublishableKey,
} from '../../../core/contracts/publishable-key.contract.ts';
import { RowMenu } from '../row-menu.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { PublishableKeyDialog } from './publishable-key-dialog.tsx';
import { RotatePublishableKeyDialog } from './rotate-publishable-key-dialog.tsx';

const statusLook = {
  active: { label: 'Active', tone: 'success' },
  ending: { label: 'Ending', tone: 'warning' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'danger' },
} as const;

const isWorking = ({ status }: PublishableKeyView): boolean => status === 'active' || status === 'ending';

export function PublishableKeyListScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const [edited, setEdited] = useState<PublishableKeyView | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [rotated, setRotated] = useState<PublishableKeyView | null>(null);
  const [shown, setShown] = useState<{ key: PublishableKeyView; former?: PublishableKeyView } | null>(null);
  const revoke = useEndpointMutation(revokePublishableKey, { invalidates: [listWidgetPublishableKeys] });
  const remove = useEndpointMutation(deletePublishableKey, { invalidates: [listWidgetPublishableKeys] });
  const open = (key: PublishableKeyView | null) => {
    setEdited(key);
    setFormOpen(true);
  };
  const ask = async (key: PublishableKeyView, act: 'Revoke' | 'Delete', rest: string, run: () => Promise<unknown>) => {
    const message = `Widgets on pages that have it stop working at once${rest}`;
    const title = `${act} ${key.name}?`;
    if (!(await confirm({ title, message, confirmLabel: `${act} key`, danger: true }))) return;
    try {
      await run();
      toast.success(`${key.name} ${act.toLowerCase()}d`);
    } catch (error) {
      toast.error(error);
    }
  };
  const menuOf = (key: PublishableKeyView) => {
    const call = { params: { publishableKeyID: key.id } };
    const mayUpdate = can('api_keys:update') && isWorking(key);
    return [
      isWorking(key) && ({ label: 'Show code', icon: 'copy', onClick: () => setShown({ key }) } as const),
      mayUpdate && ({ label: 'Change', icon: 'edit', onClick: () => open(key) } as const),
      mayUpdate &&
        key.status === 'active' &&
        ({ label: 'Rotate key', icon: 'refresh', onClick: () => setRotated(key) } as const),
      mayUpdate &&
        ({
          label: 'Revoke',
          icon: 'lock',
          danger: true,
          onClick: () =>
            void ask(key, 'Revoke', '. This cannot be undone; the key stays in the list.', () =>
              revoke.mutateAsync(call),
            ),
        } as const),
      can('api_keys:delete') &&
        ({
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void ask(key, 'Delete', ', and it leaves the list.', () => remove.mutateAsync(call)),
        } as const),
    ];
  };
  return (
    <>
      <ListScreen
        name="publishable-keys"
        title="Publishable keys"
        endpoint={listWidgetPublishableKeys}
        searchPlaceholder="Search publishable keys"
        columns={[
          { id: 'name', header: 'Name', cell: (key) => key.name, sortable: true },
          {
            id: 'status',
            header: 'Status',
            cell: ({ status }) => <StatusBadge tone={statusLook[status].tone}>{statusLook[status].label}</StatusBadge>,
            width: 100,
          },
          { id: 'origins', header: 'Sites', cell: ({ origins }) => listed(origins) },
          { id: 'widgets', header: 'Widgets', cell: ({ widgets }) => listed(widgets), width: 160 },
          {
            id: 'lastUsedAt',
            header: 'Last used',
            cell: (key) => (key.lastUsedAt ? <DateTimeText value={key.lastUsedAt} relative /> : 'Never'),
            sortable: true,
            width: 130,
          },
          {
            id: 'expiresAt',
            header: 'Ends',
            cell: (key) => (key.expiresAt ? <DateTimeText value={key.expiresAt} /> : 'Never'),
            width: 150,
          },
          { id: 'id', header: 'Key', cell: (key) => <code>{key.id}</code>, width: 260, defaultHidden: true },
          {
            id: 'createdAt',
            header: 'Made',
            cell: (key) => <DateText value={key.createdAt} />,
            sortable: true,
            width: 120,
            defaultHidden: true,
          },
          {
            id: 'actions',
            header: '',
            csv: false,
            width: 52,
            align: 'end',
            cell: (key) => (
              <RowMenu
                label={
                  key.status === 'active' ? key.name : `${key.name}, ${statusLook[key.status].label.toLowerCase()}`
                }
                items={menuOf(key)}
              />
            ),
          },
        ]}
        filters={[
          {
            kind: 'select',
            name: 'status',
            label: 'Status',
            options: publishableKeyStatuses.map((value) => ({ value, label: statusLook[value].label })),
          },
        ]}
        defaultSort={{ by: 'name', order: 'asc' }}
        rowLabel={(key) => key.name}
        primaryAction={{ label: 'New publishable key', onClick: () => open(null), needs: 'api_keys:create' }}
        onOpen={(key: PublishableKeyView) => isWorking(key) && setShown({ key })}
        empty={{
          title: 'No publishable keys yet',
          text: 'A key lets widgets work on pages of the sites you list, such as the status of orders on your own site.',
          icon: 'key',
        }}
      />
      <PublishableKeyDialog
        publishableKey={edited}
        opened={isFormOpen}
        onClose={() => setFormOpen(false)}
        onMade={(key) => setShown({ key })}
      />
      <RotatePublishableKeyDialog
        publishableKey={rotated}
        onClose={() => setRotated(null)}
        onMade={(key, former) => setShown({ key, former })}
      />
      <EmbedDialog publishableKey={shown?.key ?? null} former={shown?.former ?? null} onClose={() => setShown(null)} />
    </>
  );
}

const listed = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ');
