import {
  DateText,
  hidden,
  ListScreen,
  type MenuAction,
  TimelineDialog,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type ApiKeyView,
  apiKeyStates,
  deleteApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../../core/contracts/sign-in/api-key.contract.ts';
import { lastUsedColumn, listedKeys, menuColumn } from '../key/key-columns.tsx';
import { useKeyEndings } from '../key/use-key-endings.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

export function ApiKeyListScreen() {
  const { can } = useSession();
  const [edited, setEdited] = useState<ApiKeyView | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [rotated, setRotated] = useState<ApiKeyView | null>(null);
  const [told, setTold] = useState<ApiKeyView | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const revoke = useEndpointMutation(revokeApiKey);
  const remove = useEndpointMutation(deleteApiKey);
  const open = (apiKey: ApiKeyView | null) => {
    setEdited(apiKey);
    setFormOpen(true);
  };
  const endings = useKeyEndings({
    consequence: 'Programs that use it are refused at once',
    revoke: (apiKeyID) => revoke.mutateAsync({ params: { apiKeyID } }),
    remove: (apiKeyID) => remove.mutateAsync({ params: { apiKeyID } }),
  });
  const menuOf = (key: ApiKeyView): (MenuAction | false)[] => [
    can('api_keys:update') &&
      apiKeyStates.is.kept(key.status) && { label: 'Change', icon: 'edit', onClick: () => open(key) },
    can('api_keys:update') &&
      apiKeyStates.is.active(key.status) && { label: 'Rotate secret', icon: 'refresh', onClick: () => setRotated(key) },
    { label: 'History', icon: 'clock', onClick: () => setTold(key) },
    ...endings(key, apiKeyStates.is.kept(key.status)),
  ];
  return (
    <>
      <ListScreen
        name="api-keys"
        title="API keys"
        endpoint={listApiKeys}
        searchPlaceholder="Search API keys"
        columns={[
          'name',
          { id: 'status', width: 100 },
          { id: 'secretHint', header: 'Secret', cell: (key) => <code>{key.secretHint}…</code>, width: 130 },
          { id: 'scopes', cell: ({ scopes }) => listedKeys(scopes) },
          { id: 'networks', cell: ({ networks }) => listedKeys(networks) || 'Everywhere', defaultHidden: true },
          lastUsedColumn,
          {
            id: 'expiresAt',
            cell: (key) => (key.expiresAt ? <DateText value={key.expiresAt} /> : 'Never'),
            width: 120,
          },
          ...hidden('rotatedAt', { id: 'createdAt', header: 'Made' }),
          menuColumn(({ name }) => name, menuOf),
        ]}
        filters={['status']}
        defaultSort={{ by: 'name', order: 'asc' }}
        rowLabel={(key) => key.name}
        primaryAction={{ label: 'New API key', onClick: () => open(null), needs: 'api_keys:create' }}
        onOpen={(key: ApiKeyView) =>
          can('api_keys:update') && apiKeyStates.is.kept(key.status) ? open(key) : setTold(key)
        }
        empty={{
          title: 'No API keys yet',
          text: 'A key lets a program work in this account, with the rights you choose.',
          icon: 'key',
        }}
      />
      <ApiKeyDialog apiKey={edited} opened={isFormOpen} onClose={() => setFormOpen(false)} onSecret={setSecret} />
      <RotateDialog apiKey={rotated} onClose={() => setRotated(null)} onSecret={setSecret} />
      <TimelineDialog record={told && { ...told, type: 'api_key' }} onClose={() => setTold(null)} />
      <SecretDialog shown={secret} onClose={() => setSecret(null)} />
    </>
  );
}
