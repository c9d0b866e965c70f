import { hidden, ListScreen, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { listSettlements } from '../../../contracts/index.ts';
import { customerSource, salesRepSource } from '../../sources/record-sources.ts';

/** Settlements, with a button for the next one. */
export function SettlementListScreen() {
  const { account, canAll } = useSession();
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
        { id: 'number', width: 104 },
        { id: 'customers', csv: false },
        { id: 'invoiceNumbers', csv: false, header: 'Invoices', width: 180 },
        { id: 'totalPayments', header: 'Payments' },
        { id: 'totalCredits', header: 'Credits' },
        { id: 'totalAdjustments', header: 'Adjustments' },
        { id: 'totalRebates', header: 'Rebates' },
        { id: 'responsibleUser', header: 'Responsible', width: 140 },
        { id: 'createdAt', header: 'Written' },
        ...hidden({ id: 'note', width: 180 }),
      ]}
      filters={[
        { name: 'customerIDs', options: customerSource },
        { name: 'responsibleUserIDs', label: 'Responsible', options: people },
        { name: 'startDate', label: 'Written' },
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
