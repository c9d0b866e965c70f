import { Button, Code, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import {
  DateTimeText,
  PendingState,
  StatusBadge,
  type StatusTone,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  createStationDevice,
  deleteStationDevice,
  listStationDevices,
  type StationDevice,
} from '../../contracts/index.ts';

const states: Readonly<Record<StationDevice['status'], { tone: StatusTone; text: string }>> = {
  waiting: { tone: 'info', text: 'Waits for its code' },
  expired: { tone: 'neutral', text: 'Code ran out' },
  paired: { tone: 'success', text: 'Paired' },
  unused: { tone: 'warning', text: 'Ended: unused for 60 days' },
  revoked: { tone: 'neutral', text: 'Ended' },
};

/** Tablets and terminals of a station: pairing by a six-digit code, and removal. */
export function StationDevices({ stationID }: { stationID: string }) {
  const session = useSession();
  const confirm = useConfirm();
  const params = { scanningStationID: stationID };
  const devices = useEndpoint(listStationDevices, { params }, { refetchInterval: 5_000 });
  const create = useEndpointMutation(createStationDevice);
  const end = useEndpointMutation(deleteStationDevice);
  const [name, setName] = useState('');
  const [code, setCode] = useState<string>();
  const canChange = session.can('scanning_stations:update');
  if (!devices.data) return <PendingState query={devices} what="devices" />;
  const add = async (): Promise<void> => {
    try {
      setCode((await create.mutateAsync({ params, body: { name } })).code);
      setName('');
    } catch (error) {
      toast.error(error);
    }
  };
  const askAndEnd = async ({ id, name: own }: StationDevice): Promise<void> => {
    if (!(await confirm({ title: `End ${own}?`, message: 'It is signed out at once.', confirmLabel: 'End it' })))
      return;
    await end.mutateAsync({ params: { ...params, deviceID: id } }).catch(toast.error);
  };
  return (
    <Stack>
      {canChange && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextInput
            label="New device"
            placeholder="Tablet at the window"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maw={360}
          />
          <Button type="submit" mt="xs" disabled={!name.trim()} loading={create.isPending}>
            Pair a device
          </Button>
        </form>
      )}
      {!devices.data.items.length && <Text c="dimmed">No device is paired with this station.</Text>}
      {devices.data.items.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Device</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Last seen</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {devices.data.items.map((device) => (
                <Table.Tr key={device.id}>
                  <Table.Td>{device.name}</Table.Td>
                  <Table.Td>
                    <StatusBadge tone={states[device.status].tone}>{states[device.status].text}</StatusBadge>
                  </Table.Td>
                  <Table.Td>{device.lastUsedAt && <DateTimeText value={device.lastUsedAt} relative />}</Table.Td>
                  <Table.Td ta="end">
                    {canChange && device.status !== 'revoked' && (
                      <Button variant="default" size="xs" onClick={() => void askAndEnd(device)}>
                        End
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal opened={code !== undefined} onClose={() => setCode(undefined)} title="Pair the device" centered>
        <Text>Open this address on the device, and type the code within ten minutes:</Text>
        <Code block my="sm">
          {location.origin}/scanning-station?account={session.account?.slug}
        </Code>
        <Text fz={48} fw={700} ta="center" ff="monospace">
          {code}
        </Text>
      </Modal>
    </Stack>
  );
}
