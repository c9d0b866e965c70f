import { formats, ListScreen } from '@millwright/core/browser';
import { listVolumeDiscounts, type VolumeDiscountTier } from '../../../contracts/index.ts';

const create = { label: 'New volume discount', href: '/dashboard/volume-discounts/create' };
const namesOf = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ');
const tierText = ({ threshold, discountPercentage }: VolumeDiscountTier) =>
  `${formats().number(threshold)}: ${formats().percent(discountPercentage)}`;

export function VolumeDiscountListScreen() {
  return (
    <ListScreen
      name="volume-discounts"
      title="Volume discounts"
      endpoint={listVolumeDiscounts}
      importType="volume-discounts"
      searchPlaceholder="Name"
      columns={[
        { id: 'name', header: 'Name', cell: (discount) => discount.name, sortable: true },
        {
          id: 'tiers',
          csv: 'tiers.name',
          header: 'From quantity',
          cell: (discount) => discount.tiers.map(tierText).join(', '),
        },
        {
          id: 'customerGroups',
          csv: 'customerGroups.name',
          header: 'Customer groups',
          cell: (discount) => namesOf(discount.customerGroups) || 'All',
        },
        {
          id: 'productLines',
          csv: 'productLines.name',
          header: 'Product lines',
          cell: (discount) => namesOf(discount.productLines) || 'All',
        },
        {
          id: 'categories',
          csv: 'categories.name',
          header: 'Categories',
          cell: (discount) => namesOf(discount.categories),
        },
        {
          id: 'attributes',
          csv: 'attributes.name',
          header: 'Attributes',
          cell: (discount) => namesOf(discount.attributes),
          defaultHidden: true,
        },
        {
          id: 'acceptableUnits',
          csv: 'acceptableUnits.name',
          header: 'Units',
          cell: (discount) => namesOf(discount.acceptableUnits) || 'Any',
          width: 140,
        },
        {
          id: 'appliesToCustomerPrices',
          header: 'Off customer prices',
          cell: (discount) => (discount.appliesToCustomerPrices ? 'Yes' : 'No'),
          width: 160,
          defaultHidden: true,
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(discount) => `/dashboard/volume-discounts/${discount.id}`}
      rowLabel={(discount) => discount.name}
      primaryAction={{ ...create, needs: 'discounts:create' }}
      empty={{
        title: 'No volume discounts yet',
        text: 'A volume discount takes a share off unit prices once an order is large enough.',
        icon: 'tag',
        action: create,
      }}
    />
  );
}
