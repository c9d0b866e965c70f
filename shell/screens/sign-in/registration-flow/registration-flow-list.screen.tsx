import { hidden, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listRegistrationFlows } from '../../../../core/contracts/accounts/registration-flow.contract.ts';

const modeNames = { hidden: 'Not asked', optional: 'Optional', required: 'Required' };
const create = '/dashboard/customer-registration-flows/create';

export function RegistrationFlowListScreen() {
  return (
    <ListScreen
      name="customer-registration-flows"
      title="Registration flows"
      endpoint={listRegistrationFlows}
      columns={[
        'name',
        'title',
        {
          id: 'isActive',
          header: 'Status',
          cell: (flow) =>
            flow.isActive ? <StatusBadge tone="success">Active</StatusBadge> : <StatusBadge>Off</StatusBadge>,
          width: 100,
        },
        {
          id: 'allowsExistingCustomers',
          header: 'Existing customers',
          cell: (flow) => (flow.allowsExistingCustomers ? 'May register' : 'May not'),
          width: 150,
        },
        {
          id: 'approval',
          header: 'New customers',
          cell: (flow) => (flow.approval === 'staff' ? 'Wait for your team' : 'Let in at once'),
          width: 160,
        },
        {
          id: 'phoneField',
          header: 'Phone',
          cell: (flow) => modeNames[flow.phoneField],
          width: 110,
          defaultHidden: true,
        },
        {
          id: 'addressField',
          header: 'Address',
          cell: (flow) => modeNames[flow.addressField],
          width: 110,
          defaultHidden: true,
        },
        'updatedAt',
        ...hidden('createdAt'),
      ]}
      filters={[{ name: 'isActive', yes: 'Active', no: 'Off' }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(flow) => `/dashboard/customer-registration-flows/${flow.id}`}
      rowLabel={(flow) => flow.name}
      primaryAction={{ label: 'New flow', href: create, needs: 'registration_flows:create' }}
      empty={{
        title: 'No registration flows yet',
        text: 'A flow is the page on which new customers register for your portal. One flow is active at a time.',
        icon: 'edit',
      }}
    />
  );
}
