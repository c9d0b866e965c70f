import {
  DateTimeText,
  DetailScreen,
  ListScreen,
  Slot,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteDepartment, getDepartment, listDepartments, listMachines } from '../../../contracts/index.ts';
import { RecordNotes } from '../../catalogue/item/record-notes.tsx';
import { departmentPanels } from '../work-panels.ts';

export function DepartmentScreen() {
  const session = useSession();
  const { id, params, query: department } = useRecord(getDepartment);
  const remove = useEndpointMutation(deleteDepartment, { invalidates: [listDepartments] });
  const askAndDelete = useDelete('department', '/dashboard/departments');
  return (
    <DetailScreen
      query={department}
      what="department"
      list={{ name: 'departments', href: '/dashboard/departments', label: 'departments' }}
      record={{ type: 'department', id }}
      title={({ name }) => name}
      editHref={({ id }) => (session.can('departments:update') ? `/dashboard/departments/${id}/edit` : undefined)}
      menu={({ name }) => [
        session.can('departments:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      tabs={[
        {
          id: 'machines',
          label: 'Machines',
          isHidden: () => !session.can('machines:read'),
          render: ({ id }) => (
            <ListScreen
              embedded
              name="department-machines"
              title="Machines"
              endpoint={listMachines}
              fixedQuery={{ departmentIDs: [id] }}
              columns={[
                { id: 'name', header: 'Name', cell: (machine) => machine.name, sortable: true },
                {
                  id: 'serialNumber',
                  header: 'Serial number',
                  cell: (machine) => machine.serialNumber,
                  sortable: true,
                  width: 180,
                },
              ]}
              rowHref={(machine) => `/dashboard/machines/${machine.id}`}
              rowLabel={(machine) => machine.name}
              empty={{
                title: 'No machines in this department',
                text: 'Choose the department on a machine to put it here.',
                icon: 'factory',
              }}
            />
          ),
        },
        { id: 'notes', label: 'Notes', render: ({ notes }) => <RecordNotes notes={notes} /> },
      ]}
      facts={(data) => [
        { label: 'Machines', value: data.machineCount },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
      aside={({ id }) => <Slot name={departmentPanels} props={{ departmentID: id }} />}
    />
  );
}
