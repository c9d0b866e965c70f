import { formats, RecordListScreen } from '@millwright/core/browser';
import { type VolumeDiscountTier, volumeDiscounts } from '../../../contracts/index.ts';

const namesOf = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ');
const tierText = ({ threshold, discountPercentage }: VolumeDiscountTier) =>
  `${formats().number(threshold)}: ${formats().percent(discountPercentage)}`;

export function VolumeDiscountListScreen() {
  return (
    <RecordListScreen
      record={volumeDiscounts}
      searchPlaceholder="Name"
      columns={[
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
      icon="tag"
      emptyText="A volume discount takes a share off unit prices once an order is large enough."
    />
  );
}
