import {
  DateTimeText,
  hidden,
  ListScreen,
  type MenuAction,
  TimelineDialog,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  deletePublishableKey,
  listWidgetPublishableKeys,
  type PublishableKeyView,
  publishableKeyStates,
  revokePublishableKey,
} from '../../../../core/contracts/sign-in/publishable-key.contract.ts';
import { lastUsedColumn, listedKeys, menuColumn } from '../key/key-columns.tsx';
import { useKeyEndings } from '../key/use-key-endings.ts';
import { EmbedDialog } from './embed-dialog.tsx';
import { PublishableKeyDialog } from './publishable-key-dialog.tsx';
import { RotatePublishableKeyDialog } from './rotate-publishable-key-dialog.tsx';

const isWorking = ({ status }: PublishableKeyView): boolean => publishableKeyStates.is.working(status);

export function PublishableKeyListScreen() {
  const { can } = useSession();
  const [edited, setEdited] = useState<PublishableKeyView | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [rotated, setRotated] = useState<PublishableKeyView | null>(null);
  const [told, setTold] = useState<PublishableKeyView | null>(null);
  const [shown, setShown] = useState<{ key: PublishableKeyView; former?: PublishableKeyView } | null>(null);
  const revoke = useEndpointMutation(revokePublishableKey);
  const remove = useEndpointMutation(deletePublishableKey);
  const open = (key: PublishableKeyView | null) => {
    setEdited(key);
    setFormOpen(true);
  };
  const endings = useKeyEndings({
    consequence: 'Widgets on pages that have it stop working at once',
    revoke: (publishableKeyID) => revoke.mutateAsync({ params: { publishableKeyID } }),
    remove: (publishableKeyID) => remove.mutateAsync({ params: { publishableKeyID } }),
  });
  const menuOf = (key: PublishableKeyView): (MenuAction | false)[] => {
    const mayUpdate = can('api_keys:update') && isWorking(key);
    return [
      isWorking(key) && { label: 'Show code', icon: 'copy', onClick: () => setShown({ key }) },
      mayUpdate && { label: 'Change', icon: 'edit', onClick: () => open(key) },
      mayUpdate &&
        publishableKeyStates.is.active(key.status) && {
          label: 'Rotate key',
          icon: 'refresh',
          onClick: () => setRotated(key),
        },
      { label: 'History', icon: 'clock', onClick: () => setTold(key) },
      ...endings(key, isWorking(key)),
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
          'name',
          { id: 'status', width: 100 },
          { id: 'origins', header: 'Sites', cell: ({ origins }) => listedKeys(origins) },
          { id: 'widgets', cell: ({ widgets }) => listedKeys(widgets), width: 160 },
          lastUsedColumn,
          {
            id: 'expiresAt',
            header: 'Ends',
            cell: (key) => (key.expiresAt ? <DateTimeText value={key.expiresAt} /> : 'Never'),
            width: 150,
          },
          { id: 'id', header: 'Key', cell: (key) => <code>{key.id}</code>, width: 260, defaultHidden: true },
          ...hidden({ id: 'createdAt', header: 'Made' }),
          menuColumn(
            ({ name, status }) =>
              publishableKeyStates.is.active(status)
                ? name
                : `${name}, ${publishableKeyStates.names[status].toLowerCase()}`,
            menuOf,
          ),
        ]}
        filters={['status']}
        defaultSort={{ by: 'name', order: 'asc' }}
        rowLabel={(key) => key.name}
        primaryAction={{ label: 'New publishable key', onClick: () => open(null), needs: 'api_keys:create' }}
        onOpen={(key: PublishableKeyView) => (isWorking(key) ? setShown({ key }) : setTold(key))}
        empty={{
          title: 'No publishable keys yet',
          text:
            'A key lets widgets work on pages of the sites you list, ' +
            'such as the status of orders on your own site.',
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
      <TimelineDialog record={told && { ...told, type: 'publishable_key' }} onClose={() => setTold(null)} />
      <EmbedDialog publishableKey={shown?.key ?? null} former={shown?.former ?? null} onClose={() => setShown(null)} />
    </>
  );
}
