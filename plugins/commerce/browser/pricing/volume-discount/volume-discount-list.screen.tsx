import { formats, hidden, RecordListScreen } from '@millwright/core/browser';
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
        { id: 'tiers', header: 'From quantity', cell: (discount) => discount.tiers.map(tierText).join(', ') },
        { id: 'customerGroups', cell: (discount) => namesOf(discount.customerGroups) || 'All' },
        { id: 'productLines', cell: (discount) => namesOf(discount.productLines) || 'All' },
        { id: 'categories', cell: (discount) => namesOf(discount.categories) },
        { id: 'attributes', cell: (discount) => namesOf(discount.attributes), defaultHidden: true },
        {
          id: 'acceptableUnits',
          header: 'Units',
          cell: (discount) => namesOf(discount.acceptableUnits) || 'Any',
          width: 140,
        },
        ...hidden({ id: 'appliesToCustomerPrices', header: 'Off customer prices', width: 160 }),
      ]}
      icon="tag"
      emptyText="A volume discount takes a share off unit prices once an order is large enough."
    />
  );
}
