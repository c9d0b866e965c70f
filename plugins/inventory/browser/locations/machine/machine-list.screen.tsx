import { DateText, ListScreen, useSession } from '@millwright/core/browser';
import { listMachines } from '../../../contracts/index.ts';
import { itemDepartmentSource } from '../../catalogue/item/item-sources.ts';

export function MachineListScreen() {
  const { can } = useSession();
  const create = { label: 'New machine', href: '/dashboard/machines/create' };
  return (
    <ListScreen
      name="machines"
      title="Machines"
      endpoint={listMachines}
      importType="machines"
      searchPlaceholder="Name, serial number"
      columns={[
        { id: 'name', header: 'Name', cell: (machine) => machine.name, sortable: true },
        {
          id: 'serialNumber',
          header: 'Serial number',
          cell: (machine) => machine.serialNumber,
          sortable: true,
          width: 180,
        },
        {
          id: 'department',
          csv: 'department.name',
          header: 'Department',
          cell: (machine) => machine.department?.name,
          sortable: true,
          width: 180,
        },
        { id: 'notes', header: 'Notes', cell: (machine) => machine.notes, defaultHidden: true },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (machine) => <DateText value={machine.createdAt} />,
          sortable: true,
          width: 120,
        },
      ]}
      filters={
        can('departments:read')
          ? [{ kind: 'multi', name: 'departmentIDs', label: 'Department', options: itemDepartmentSource }]
          : []
      }
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(machine) => `/dashboard/machines/${machine.id}`}
      rowLabel={(machine) => machine.name}
      primaryAction={{ ...create, needs: 'machines:create' }}
      empty={{
        title: 'No machines yet',
        text: 'Machines are what things are made on.',
        icon: 'factory',
        ...(can('machines:create') ? { action: create } : {}),
      }}
    />
  );
}
