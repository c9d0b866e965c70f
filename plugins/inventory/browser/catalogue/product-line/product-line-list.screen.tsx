import { DateText, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listProductLines } from '../../../contracts/index.ts';

export function ProductLineListScreen() {
  return (
    <ListScreen
      name="product-lines"
      title="Product lines"
      endpoint={listProductLines}
      importType="product-lines"
      columns={[
        { id: 'name', header: 'Name', cell: (line) => line.name, sortable: true },
        {
          id: 'productCount',
          header: 'Products',
          cell: (line) => line.productCount,
          sortable: true,
          align: 'end',
          width: 110,
        },
        {
          id: 'unitGroup',
          csv: 'unitGroup.name',
          header: 'Unit group',
          cell: (line) => line.unitGroup?.name,
          width: 160,
        },
        {
          id: 'isCommissionExempt',
          csv: 'isCommissionExempt=Commission exempt',
          header: 'Commission',
          cell: (line) =>
            line.isCommissionExempt ? (
              <StatusBadge>Exempt</StatusBadge>
            ) : (
              <StatusBadge tone="success">Earned</StatusBadge>
            ),
          width: 130,
        },
        {
          id: 'isFreightExempt',
          csv: 'isFreightExempt=Freight exempt',
          header: 'Freight',
          cell: (line) =>
            line.isFreightExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="info">Charged</StatusBadge>,
          width: 130,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (line) => <DateText value={line.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'boolean', name: 'isCommissionExempt', label: 'Commission', yes: 'Exempt', no: 'Earned' },
        { kind: 'boolean', name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(line) => `/dashboard/product-lines/${line.id}`}
      rowLabel={(line) => line.name}
      primaryAction={{
        label: 'New product line',
        href: '/dashboard/product-lines/create',
        needs: 'product_lines:create',
      }}
      empty={{
        title: 'No product lines yet',
        text: 'A product line gathers products that share commission, freight and access rules.',
        icon: 'tag',
        action: { label: 'New product line', href: '/dashboard/product-lines/create' },
      }}
    />
  );
}
