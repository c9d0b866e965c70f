import { DateText, ListScreen, Money, Quantity } from '@millwright/core/browser';
import { listAccountPrices, priceRecipientTypeNames } from '../../../contracts/index.ts';
import { priceRecipientSource, productLineSource, productSource } from '../../sources/record-sources.ts';

const create = { label: 'New customer price', href: '/dashboard/customer-prices/create' };
const namesOf = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ');

export function AccountPriceListScreen() {
  return (
    <ListScreen
      name="customer-prices"
      title="Customer prices"
      endpoint={listAccountPrices}
      importType="account-prices"
      searchPlaceholder="Customer, group, product"
      columns={[
        {
          id: 'recipient',
          csv: 'recipient.name',
          header: 'For',
          cell: (price) => price.recipient.name,
        },
        {
          id: 'recipientType',
          csv: 'recipient.type',
          header: 'Kind',
          cell: (price) => priceRecipientTypeNames[price.recipient.type],
          width: 130,
        },
        { id: 'item', csv: 'item.name', header: 'SKU', cell: (price) => price.item?.name, width: 140 },
        {
          id: 'productLine',
          csv: 'productLine.name',
          header: 'Product line',
          cell: (price) => price.productLine?.name,
        },
        { id: 'categories', csv: 'categories.name', header: 'Categories', cell: (price) => namesOf(price.categories) },
        { id: 'attributes', csv: 'attributes.name', header: 'Attributes', cell: (price) => namesOf(price.attributes) },
        {
          id: 'unitValue',
          csv: 'unitValue.value',
          header: 'Price',
          cell: ({ unitValue }) => (
            <>
              <Money value={unitValue.value} unitPrice /> per {unitValue.perUnit}
            </>
          ),
          sortable: true,
          align: 'end',
          width: 170,
        },
        {
          id: 'minimumQuantity',
          header: 'From quantity',
          cell: ({ minimumQuantity }) => minimumQuantity !== null && <Quantity value={minimumQuantity} />,
          align: 'end',
          width: 130,
        },
        {
          id: 'startDate',
          header: 'First day',
          cell: (price) => <DateText value={price.startDate} />,
          sortable: true,
          width: 120,
        },
        {
          id: 'endDate',
          header: 'Last day',
          cell: (price) => <DateText value={price.endDate} />,
          sortable: true,
          width: 120,
        },
      ]}
      filters={[
        { kind: 'select', name: 'recipientAccountID', label: 'For', options: priceRecipientSource },
        { kind: 'multi', name: 'itemIDs', label: 'Product', options: productSource },
        { kind: 'multi', name: 'productLineIDs', label: 'Product line', options: productLineSource },
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
