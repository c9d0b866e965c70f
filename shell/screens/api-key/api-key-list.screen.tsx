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
  type ApiKeyView,
  apiKeyStatuses,
  deleteApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../core/contracts/api-key.contract.ts';
import { RowMenu } from '../row-menu.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

const statusLook = {
  active: { label: 'Active', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'danger' },
} as const;

const scopeText = ({ scopes }: ApiKeyView): string =>
  scopes.length > 2 ? `${scopes.slice(0, 2).join(', ')} +${scopes.length - 2}` : scopes.join(', ');

export function ApiKeyListScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const [edited, setEdited] = useState<ApiKeyView | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [rotated, setRotated] = useState<ApiKeyView | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const revoke = useEndpointMutation(revokeApiKey, { invalidates: [listApiKeys] });
  const remove = useEndpointMutation(deleteApiKey, { invalidates: [listApiKeys] });
  const open = (apiKey: ApiKeyView | null) => {
    setEdited(apiKey);
    setFormOpen(true);
  };
  const askAndRevoke = async ({ id, name }: ApiKeyView) => {
    const message = 'Programs that use it are refused at once. This cannot be undone; the key stays in the list.';
    if (!(await confirm({ title: `Revoke ${name}?`, message, confirmLabel: 'Revoke key', danger: true }))) return;
    try {
      await revoke.mutateAsync({ params: { apiKeyID: id } });
      toast.success(`${name} revoked`);
    } catch (error) {
      toast.error(error);
    }
  };
  const askAndDelete = async ({ id, name }: ApiKeyView) => {
    const message = 'Programs that use it are refused at once, and it leaves the list.';
    if (!(await confirm({ title: `Delete ${name}?`, message, confirmLabel: 'Delete key', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { apiKeyID: id } });
      toast.success(`${name} deleted`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <ListScreen
        name="api-keys"
        title="API keys"
        endpoint={listApiKeys}
        searchPlaceholder="Search API keys"
        columns={[
          { id: 'name', header: 'Name', cell: (key) => key.name, sortable: true },
          {
            id: 'status',
            header: 'Status',
            cell: ({ status }) => <StatusBadge tone={statusLook[status].tone}>{statusLook[status].label}</StatusBadge>,
            width: 100,
          },
          { id: 'secretHint', header: 'Secret', cell: (key) => <code>{key.secretHint}…</code>, width: 130 },
          { id: 'scopes', header: 'Scopes', cell: scopeText },
          {
            id: 'lastUsedAt',
            header: 'Last used',
            cell: (key) => (key.lastUsedAt ? <DateTimeText value={key.lastUsedAt} relative /> : 'Never'),
            sortable: true,
            width: 130,
          },
          {
            id: 'expiresAt',
            header: 'Expires',
            cell: (key) => (key.expiresAt ? <DateText value={key.expiresAt} /> : 'Never'),
            sortable: true,
            width: 120,
          },
          {
            id: 'rotatedAt',
            header: 'Rotated',
            cell: (key) => <DateText value={key.rotatedAt} />,
            width: 120,
            defaultHidden: true,
          },
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
                label={key.name}
                items={[
                  can('api_keys:update') &&
                    key.status !== 'revoked' && { label: 'Change', icon: 'edit', onClick: () => open(key) },
                  can('api_keys:update') &&
                    key.status === 'active' && {
                      label: 'Rotate secret',
                      icon: 'refresh',
                      onClick: () => setRotated(key),
                    },
                  can('api_keys:update') &&
                    key.status !== 'revoked' && {
                      label: 'Revoke',
                      icon: 'lock',
                      danger: true,
                      onClick: () => void askAndRevoke(key),
                    },
                  can('api_keys:delete') && {
                    label: 'Delete',
                    icon: 'trash',
                    danger: true,
                    onClick: () => void askAndDelete(key),
                  },
                ]}
              />
            ),
          },
        ]}
        filters={[
          {
            kind: 'select',
            name: 'status',
            label: 'Status',
            options: apiKeyStatuses.map((value) => ({ value, label: statusLook[value].label })),
          },
        ]}
        defaultSort={{ by: 'name', order: 'asc' }}
        rowLabel={(key) => key.name}
        primaryAction={{ label: 'New API key', onClick: () => open(null), needs: 'api_keys:create' }}
        {...(can('api_keys:update') ? { onOpen: (key: ApiKeyView) => key.status !== 'revoked' && open(key) } : {})}
        empty={{
          title: 'No API keys yet',
          text: 'A key lets a program work in this account, with the rights you choose.',
          icon: 'key',
        }}
      />
      <ApiKeyDialog apiKey={edited} opened={isFormOpen} onClose={() => setFormOpen(false)} onSecret={setSecret} />
      <RotateDialog apiKey={rotated} onClose={() => setRotated(null)} onSecret={setSecret} />
      <SecretDialog shown={secret} onClose={() => setSecret(null)} />
    </>
  );
}
