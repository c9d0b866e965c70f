import {
  DateTimeText,
  DetailScreen,
  LinkText,
  Slot,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteMachine, getMachine } from '../../../contracts/index.ts';
import { RecordNotes } from '../../catalogue/item/record-notes.tsx';
import { machinePanels } from '../work-panels.ts';

export function MachineScreen() {
  const session = useSession();
  const { id, params, query: machine } = useRecord(getMachine);
  const remove = useEndpointMutation(deleteMachine);
  const askAndDelete = useDelete('machine', '/dashboard/machines');
  return (
    <DetailScreen
      query={machine}
      what="machine"
      list={{ name: 'machines', href: '/dashboard/machines', label: 'machines' }}
      record={{ type: 'machine', id }}
      title={({ name }) => name}
      editHref={({ id }) => (session.can('machines:update') ? `/dashboard/machines/${id}/edit` : undefined)}
      menu={({ name }) => [
        session.can('machines:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      summary={({ serialNumber, department }) => [
        { label: 'Serial number', value: serialNumber },
        {
          label: 'Department',
          value:
            department && session.can('departments:read') ? (
              <LinkText to={`/dashboard/departments/${department.id}`}>{department.name}</LinkText>
            ) : (
              department?.name
            ),
        },
      ]}
      tabs={[{ id: 'notes', label: 'Notes', render: ({ notes }) => <RecordNotes notes={notes} /> }]}
      facts={(data) => [
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
      aside={({ id }) => <Slot name={machinePanels} props={{ machineID: id }} />}
    />
  );
}
