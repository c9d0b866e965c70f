import { Button, Menu, Switch, Table, Text, VisuallyHidden } from '@mantine/core';
import {
  CardTable,
  DateText,
  EmptyState,
  Icon,
  TimelineDialog,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  deleteIntegration,
  type IntegrationCode,
  type IntegrationReply,
  integrationCodes,
  listIntegrations,
  updateIntegration,
} from '../../../../core/contracts/work/integration.contract.ts';
import { RowMenu } from '../../pages/row-menu.tsx';
import { SettingsPage, SettingsTable } from '../settings-page.tsx';
import { IntegrationAddDialog, IntegrationEditDialog } from './integration-dialog.tsx';
import { integrationKinds } from './integration-kinds.ts';

export function IntegrationListScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const list = useEndpoint(listIntegrations);
  const update = useEndpointMutation(updateIntegration);
  const remove = useEndpointMutation(deleteIntegration);
  const [added, setAdded] = useState<IntegrationCode | null>(null);
  const [edited, setEdited] = useState<IntegrationReply | null>(null);
  const [told, setTold] = useState<IntegrationReply | null>(null);
  const setActive = async ({ id, name, version }: IntegrationReply, isActive: boolean) => {
    try {
      await update.mutateAsync({ params: { integrationID: id }, body: { isActive, version } });
      toast.success(`${name} is ${isActive ? 'on' : 'off'}`);
    } catch (error) {
      toast.error(error);
    }
  };
  const askAndDelete = async ({ id, name }: IntegrationReply) => {
    const message = 'Its credentials are removed for good. What was paid or shipped with it stays.';
    if (!(await confirm({ title: `Delete ${name}?`, message, confirmLabel: 'Delete integration', danger: true })))
      return;
    try {
      await remove.mutateAsync({ params: { integrationID: id } });
      toast.success(`${name} deleted`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <SettingsPage
      title="Integrations"
      what="integrations"
      intro={
        'Services that this account works with. ' +
        'Credentials are kept encrypted and never shown again; the last characters tell them apart.'
      }
      query={list}
      actions={can('integrations:create') && <AddMenu onPick={setAdded} />}
    >
      {({ items }) => (
        <>
          <SettingsTable label="Integrations">
            {items.length === 0 ? (
              <EmptyState
                title="No integrations yet"
                text="Connect card payments, a parcel carrier or shipping labels with the keys of your provider."
                icon="plug"
              />
            ) : (
              <CardTable minWidth={480}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Credentials</Table.Th>
                    <Table.Th>Changed</Table.Th>
                    <Table.Th>Active</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((item) => (
                    <IntegrationRow
                      key={item.id}
                      integration={item}
                      canUpdate={can('integrations:update')}
                      canDelete={can('integrations:delete')}
                      onEdit={() => setEdited(item)}
                      onHistory={() => setTold(item)}
                      onDelete={() => void askAndDelete(item)}
                      onActive={(isActive) => void setActive(item, isActive)}
                    />
                  ))}
                </Table.Tbody>
              </CardTable>
            )}
          </SettingsTable>
          <IntegrationAddDialog code={added} onClose={() => setAdded(null)} />
          <TimelineDialog record={told && { ...told, type: 'integration' }} onClose={() => setTold(null)} />
          <IntegrationEditDialog integration={edited} onClose={() => setEdited(null)} />
        </>
      )}
    </SettingsPage>
  );
}

function AddMenu({ onPick }: { onPick(code: IntegrationCode): void }) {
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<Icon name="plus" size={14} />}>Add integration</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {integrationCodes.map((code) => (
          <Menu.Item key={code} onClick={() => onPick(code)}>
            {integrationKinds[code].provider}
            <Text size="xs" c="dimmed">
              {integrationKinds[code].purpose}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function IntegrationRow(props: {
  integration: IntegrationReply;
  canUpdate: boolean;
  canDelete: boolean;
  onEdit(): void;
  onHistory(): void;
  onDelete(): void;
  onActive(isActive: boolean): void;
}) {
  const { integration, canUpdate, canDelete } = props;
  const { provider, purpose, fields } = integrationKinds[integration.code];
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {integration.name}
        </Text>
        <Text size="xs" c="dimmed">
          {provider} · {purpose}
        </Text>
      </Table.Td>
      <Table.Td data-label="Credentials">
        {fields.map(({ name, label }) => (
          <Text key={name} size="xs" c="dimmed">
            {label} <code>{integration.credentials[name] ?? '–'}</code>
          </Text>
        ))}
      </Table.Td>
      <Table.Td data-label="Changed">
        <DateText value={integration.updatedAt} />
      </Table.Td>
      <Table.Td data-label="Active">
        <Switch
          aria-label={`${integration.name} is active`}
          checked={integration.isActive}
          disabled={!canUpdate}
          onChange={(event) => props.onActive(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td ta="end" data-label="Actions">
        <RowMenu
          label={integration.name}
          items={[
            canUpdate && { label: 'Change', icon: 'edit', onClick: props.onEdit },
            { label: 'History', icon: 'clock', onClick: props.onHistory },
            canDelete && { label: 'Delete', icon: 'trash', danger: true, onClick: props.onDelete },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
