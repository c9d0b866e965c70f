import { Anchor, Button, Group, SimpleGrid } from '@mantine/core';
import {
  accountURL,
  Branded,
  Facts,
  Icon,
  LinkButton,
  LinkText,
  ListScreen,
  Money,
  Panel,
  type RecordSource,
  recordSource,
  StatusBadge,
  useClient,
  useEndpoint,
} from '@millwright/core/browser';
import {
  getOwnBalance,
  getPortalProfile,
  invoiceStates,
  listOwnInvoices,
  type OwnInvoiceRow,
  payOwnInvoices,
} from '../../../contracts/index.ts';
import { useCardPayment } from '../own-order/pay-button.tsx';
import { ListNotices } from '../storefront/portal-frame.tsx';
import { useVisited } from '../storefront/portal-visit.ts';

const OwnInvoiceStatus = ({ status }: Pick<OwnInvoiceRow, 'status'>) =>
  status === 'overdue' ? (
    <StatusBadge tone="danger">Overdue</StatusBadge>
  ) : (
    <StatusBadge tone={invoiceStates.tones[status]}>{invoiceStates.names[status]}</StatusBadge>
  );

/** Invoices for the filter of the list. Search results open the list with this filter. */
const ownInvoiceSource = (asCustomer: { asCustomerID?: string }): RecordSource => {
  const option = ({ id, number, customerPO }: OwnInvoiceRow) => ({ value: id, label: number, hint: customerPO ?? '' });
  return {
    ...recordSource(listOwnInvoices, { option, query: asCustomer, browse: { sortBy: 'date', sortOrder: 'desc' } }),
    async one(client, id) {
      const { items } = await client.call(listOwnInvoices, { query: { invoiceIDs: [id], ...asCustomer } });
      return items[0] ? option(items[0]) : { value: id, label: 'Not there' };
    },
  };
};

/** Largest number of invoices in one payment. */
const mostTogether = 100;

/** Invoices of a portal customer and their open balance, with card payment. */
export function MyInvoicesScreen() {
  const client = useClient();
  const asCustomer = useVisited();
  const { data: profile } = useEndpoint(getPortalProfile, { query: asCustomer });
  const { pay, form } = useCardPayment();
  const payAll = (invoiceIDs: string[]) => pay(() => client.call(payOwnInvoices, { body: { invoiceIDs } }));
  const canPay = profile?.canPayByCard === true && !profile.isVisit;
  return (
    <Branded accentColor={profile?.account.accentColor ?? null}>
      <ListScreen
        name="my-invoices"
        title="Invoices and payments"
        endpoint={listOwnInvoices}
        fixedQuery={asCustomer}
        searchPlaceholder="Number, order, your order number"
        columns={[
          {
            id: 'number',
            header: 'Invoice',
            cell: ({ id, number }) => (
              <Anchor
                href={accountURL(`/v1/portal/invoices/${id}/pdf`, asCustomer)}
                target="_blank"
                rel="noreferrer"
                fz="inherit"
                aria-label={`${number}, invoice as PDF`}
              >
                {number}
              </Anchor>
            ),
            width: 110,
          },
          {
            id: 'orderNumber',
            header: 'Order',
            cell: ({ orderID, orderNumber }) =>
              orderID && <LinkText to={`/dashboard/my-orders/${orderID}`}>{orderNumber}</LinkText>,
            width: 110,
          },
          { id: 'customerPO', header: 'Your number', width: 140 },
          'date',
          'dueAt',
          { id: 'status', cell: ({ status }) => <OwnInvoiceStatus status={status} />, width: 110 },
          { id: 'total', width: undefined },
          { id: 'open', header: 'Left', width: undefined },
        ]}
        filters={[
          { name: 'isOpen', yes: 'Open', no: 'Paid or void' },
          { name: 'invoiceIDs', options: ownInvoiceSource(asCustomer) },
        ]}
        defaultSort={{ by: 'date', order: 'desc' }}
        rowLabel={({ number }) => number}
        bulkActions={
          canPay
            ? [
                {
                  id: 'pay',
                  label: 'Pay by card',
                  icon: 'receipt',
                  takesFilter: false,
                  isQuiet: true,
                  run: async (selection) => {
                    if (selection.kind === 'ids') await payAll(selection.ids.slice(0, mostTogether));
                    return undefined;
                  },
                },
              ]
            : []
        }
        empty={{ title: 'No invoices yet', text: 'They come when your goods are shipped.', icon: 'receipt' }}
      >
        <ListNotices />
        <Balance asCustomer={asCustomer} {...(canPay ? { onPay: payAll } : {})} />
        {form}
      </ListScreen>
    </Branded>
  );
}

function Balance(props: { asCustomer: { asCustomerID?: string }; onPay?(invoiceIDs: string[]): Promise<void> }) {
  const { asCustomer, onPay } = props;
  const client = useClient();
  const { data } = useEndpoint(getOwnBalance, { query: asCustomer });
  if (!data) return null;
  const { total, overdue, credits, balance, openCount } = data;
  const payOpen = async () => {
    const query = { isOpen: true, sortBy: 'date', sortOrder: 'asc', take: mostTogether } as const;
    const { items } = await client.call(listOwnInvoices, { query });
    await onPay?.(items.map(({ id }) => id));
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} px={20} pb="md">
      <Panel title="What is open">
        <Facts
          facts={[
            { label: 'Open', value: <Money value={total} /> },
            { label: 'Overdue', value: overdue > 0 && <Money value={overdue} /> },
            { label: 'Credits', value: credits > 0 && <Money value={-credits} /> },
            { label: 'Balance', value: <Money value={balance} /> },
          ]}
        />
      </Panel>
      <Panel title="Pay and look up">
        <Group gap="xs">
          {onPay && openCount > 0 && <Button onClick={() => void payOpen()}>Pay all that is open</Button>}
          <Button
            component="a"
            href={accountURL('/v1/portal/statement', asCustomer)}
            target="_blank"
            variant="default"
            leftSection={<Icon name="document" />}
          >
            Statement as PDF
          </Button>
          <LinkButton to="/dashboard/my-payments" variant="default">
            Payments and credits
          </LinkButton>
        </Group>
      </Panel>
    </SimpleGrid>
  );
}
