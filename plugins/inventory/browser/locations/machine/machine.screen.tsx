import {
  DateTimeText,
  DetailScreen,
  LinkText,
  Slot,
  useDelete,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import { deleteMachine, getDepartment, getMachine, listDepartments, listMachines } from '../../../contracts/index.ts';
import { RecordNotes } from '../../catalogue/item/record-notes.tsx';
import { machinePanels } from '../work-panels.ts';

export function MachineScreen() {
  const { machineID = '' } = useParams();
  const session = useSession();
  const machine = useEndpoint(getMachine, { params: { machineID } });
  const remove = useEndpointMutation(deleteMachine, { invalidates: [listMachines, listDepartments, getDepartment] });
  const askAndDelete = useDelete('machine', '/dashboard/machines');
  return (
    <DetailScreen
      query={machine}
      what="machine"
      list={{ name: 'machines', href: '/dashboard/machines', label: 'machines' }}
      record={{ type: 'machine', id: machineID }}
      title={({ name }) => name}
      editHref={({ id }) => (session.can('machines:update') ? `/dashboard/machines/${id}/edit` : undefined)}
      menu={({ name }) => [
        session.can('machines:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params: { machineID } })),
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
