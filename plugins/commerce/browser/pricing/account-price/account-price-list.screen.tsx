import { ListScreen, Money } from '@millwright/core/browser';
import { listAccountPrices } from '../../../contracts/index.ts';
import { priceRecipientSource, productLineSource, productSource } from '../../sources/record-sources.ts';

const create = { label: 'New customer price', href: '/dashboard/customer-prices/create' };

export function AccountPriceListScreen() {
  return (
    <ListScreen
      name="customer-prices"
      title="Customer prices"
      endpoint={listAccountPrices}
      importType="account-prices"
      searchPlaceholder="Customer, group, product"
      columns={[
        { id: 'recipient', header: 'For' },
        { id: 'recipientType', csv: 'recipient.type', header: 'Kind', width: 130 },
        { id: 'item', header: 'SKU', width: 140 },
        'productLine',
        'categories',
        'attributes',
        {
          id: 'unitValue',
          csv: 'unitValue.value',
          header: 'Price',
          cell: ({ unitValue }) => (
            <>
              <Money value={unitValue.value} unitPrice /> per {unitValue.perUnit}
            </>
          ),
          align: 'end',
          width: 170,
        },
        { id: 'minimumQuantity', header: 'From quantity', width: 130 },
        { id: 'startDate', header: 'First day' },
        { id: 'endDate', header: 'Last day' },
      ]}
      filters={[
        { name: 'recipientAccountID', label: 'For', options: priceRecipientSource },
        { name: 'itemIDs', label: 'Product', options: productSource },
        { name: 'productLineIDs', options: productLineSource },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(price) => `/dashboard/customer-prices/${price.id}`}
      rowLabel={(price) => price.name}
      primaryAction={{ ...create, needs: 'customer_prices:create' }}
      empty={{
        title: 'No customer prices yet',
        text: 'A customer price takes the place of the list price for one customer, or for a group of them.',
        icon: 'tag',
        action: create,
      }}
    />
  );
}
