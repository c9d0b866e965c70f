import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { CardTable, DateTimeText, EmptyState, useEndpoint, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { listSysProperties } from '../../../../core/contracts/accounts/sys-property.contract.ts';
import { SettingsPage, SettingsTable } from '../settings-page.tsx';
import { RaiseDialog } from './raise-dialog.tsx';

export function SystemPropertyListScreen() {
  const { can } = useSession();
  const list = useEndpoint(listSysProperties);
  const [raisedID, setRaisedID] = useState<string | null>(null);
  const canRaise = can('sys_properties:update');
  return (
    <SettingsPage
      title="System properties"
      what="system properties"
      intro={
        "The counters that number this account's documents. " +
        'Each number is given out once, so a counter can be raised but never lowered.'
      }
      query={list}
    >
      {({ items }) => (
        <>
          <SettingsTable label="System properties">
            {items.length === 0 ? (
              <EmptyState
                title="No counters yet"
                text="Plugins that number documents bring their counters."
                icon="tag"
              />
            ) : (
              <CardTable minWidth={480}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Counter</Table.Th>
                    <Table.Th ta="end">Last number</Table.Th>
                    <Table.Th ta="end">Next number</Table.Th>
                    <Table.Th>Changed</Table.Th>
                    {canRaise && (
                      <Table.Th>
                        <VisuallyHidden>Actions</VisuallyHidden>
                      </Table.Th>
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((item) => (
                    <Table.Tr key={item.id}>
                      <Table.Td>
                        <Text size="sm" fw={500}>
                          {item.label}
                        </Text>
                      </Table.Td>
                      <Table.Td ta="end" data-label="Last number">
                        {item.updatedAt ? item.value : 'None'}
                      </Table.Td>
                      <Table.Td ta="end" data-label="Next number">
                        {item.next}
                      </Table.Td>
                      <Table.Td data-label="Changed">
                        {item.updatedAt ? <DateTimeText value={item.updatedAt} relative /> : 'Not used yet'}
                      </Table.Td>
                      {canRaise && (
                        <Table.Td ta="end" data-label="Actions">
                          <Button
                            variant="default"
                            size="compact-sm"
                            aria-label={`Raise ${item.label}`}
                            onClick={() => setRaisedID(item.id)}
                          >
                            Raise
                          </Button>
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </CardTable>
            )}
          </SettingsTable>
          <RaiseDialog
            property={items.find(({ id }) => id === raisedID) ?? null}
            onClose={() => setRaisedID(null)}
            onRefused={() => void list.refetch()}
          />
        </>
      )}
    </SettingsPage>
  );
}
