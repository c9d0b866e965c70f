import { DateText, ListScreen, Money, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { listSettlements } from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { customerSource, salesRepSource } from '../../sources/record-sources.ts';

/** Settlements, with a button for the next one. */
export function SettlementListScreen() {
  const { account, can, canAll } = useSession();
  const canSettle = canAll(['settlements:create', 'transactions:create', 'customers:read']);
  const people = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const settle = { label: 'Settle an account', href: '/dashboard/account-management/settle' };
  return (
    <ListScreen
      name="account-management"
      title="Account management"
      endpoint={listSettlements}
      searchPlaceholder="Number, note"
      columns={[
        { id: 'number', header: 'Number', cell: ({ number }) => number, sortable: true, width: 104 },
        {
          id: 'customers',
          csv: false,
          header: 'Customers',
          cell: ({ customers }) => customers.map(({ name }) => name).join(', '),
        },
        {
          id: 'invoiceNumbers',
          csv: false,
          header: 'Invoices',
          cell: ({ invoiceNumbers }) => invoiceNumbers.join(', '),
          width: 180,
        },
        {
          id: 'totalPayments',
          header: 'Payments',
          cell: (row) => <Money value={row.totalPayments} />,
          align: 'end',
          width: 112,
        },
        {
          id: 'totalCredits',
          header: 'Credits',
          cell: (row) => <Money value={row.totalCredits} />,
          align: 'end',
          width: 112,
        },
        {
          id: 'totalAdjustments',
          header: 'Adjustments',
          cell: (row) => <Money value={row.totalAdjustments} />,
          align: 'end',
          width: 112,
        },
        {
          id: 'totalRebates',
          header: 'Rebates',
          cell: (row) => <Money value={row.totalRebates} />,
          align: 'end',
          width: 112,
        },
        {
          id: 'responsibleUser',
          csv: 'responsibleUser.name',
          header: 'Responsible',
          cell: ({ responsibleUser }) => responsibleUser?.name,
          width: 140,
        },
        {
          id: 'createdAt',
          header: 'Written',
          cell: ({ createdAt }) => <DateText value={createdAt} />,
          sortable: true,
          width: 116,
        },
        { id: 'note', header: 'Note', cell: ({ note }) => note, width: 180, defaultHidden: true },
      ]}
      filters={[
        ...permittedFilters(can, [
          ['customers:read', { kind: 'multi', name: 'customerIDs', label: 'Customer', options: customerSource }],
          ['team_users:read', { kind: 'multi', name: 'responsibleUserIDs', label: 'Responsible', options: people }],
        ]),
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Written' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/account-management/${id}`}
      rowLabel={({ number }) => number}
      {...(canSettle ? { primaryAction: settle } : {})}
      empty={{
        title: 'Nothing is settled yet',
        text: 'Payments and credits that were put onto invoices appear here.',
        icon: 'layers',
        ...(canSettle ? { action: settle } : {}),
      }}
    />
  );
}
