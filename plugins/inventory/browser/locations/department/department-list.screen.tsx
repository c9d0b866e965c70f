import { DateText, ListScreen, useSession } from '@millwright/core/browser';
import { listDepartments } from '../../../contracts/index.ts';

export function DepartmentListScreen() {
  const { can } = useSession();
  const create = { label: 'New department', href: '/dashboard/departments/create' };
  return (
    <ListScreen
      name="departments"
      title="Departments"
      endpoint={listDepartments}
      importType="departments"
      columns={[
        { id: 'name', header: 'Name', cell: (department) => department.name, sortable: true },
        {
          id: 'machineCount',
          header: 'Machines',
          cell: (department) => department.machineCount,
          sortable: true,
          align: 'end',
          width: 110,
        },
        { id: 'notes', header: 'Notes', cell: (department) => department.notes },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (department) => <DateText value={department.createdAt} />,
          sortable: true,
          width: 120,
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(department) => `/dashboard/departments/${department.id}`}
      rowLabel={(department) => department.name}
      primaryAction={{ ...create, needs: 'departments:create' }}
      empty={{
        title: 'No departments yet',
        text: 'A department is a part of the plant: knitting, sewing, packing.',
        icon: 'building',
        ...(can('departments:create') ? { action: create } : {}),
      }}
    />
  );
}
