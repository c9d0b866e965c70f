import { ListScreen, RecordScreen, Slot, useSession } from '@millwright/core/browser';
import { departments, listMachines } from '../../../contracts/index.ts';
import { departmentPanels } from '../work-panels.ts';

export function DepartmentScreen() {
  const session = useSession();
  return (
    <RecordScreen
      record={departments}
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
              columns={['name', { id: 'serialNumber', width: 180 }]}
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
      ]}
      facts={({ machineCount }) => [{ label: 'Machines', value: machineCount }]}
      aside={({ id }) => <Slot name={departmentPanels} props={{ departmentID: id }} />}
    />
  );
}
