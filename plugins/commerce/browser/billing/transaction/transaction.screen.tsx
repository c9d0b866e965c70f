import { Button } from '@mantine/core';
import {
  accountURL,
  DateText,
  DateTimeText,
  Icon,
  LinkButton,
  LinkText,
  Money,
  RecordScreen,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { deleteTransaction, type Transaction, transactionStates, transactions } from '../../../contracts/index.ts';
import { AllocationList } from '../allocation-list.tsx';
import { CreditLines } from '../credit/credit-lines.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { transactionKind } from './transaction-columns.tsx';
import { TransactionDialog } from './transaction-dialog.tsx';
import { TransactionStatusBadge } from './transaction-status-badge.tsx';

export function TransactionScreen() {
  const { can, canAll } = useSession();
  const confirm = useConfirm();
  const [isEdited, setEdited] = useState(false);
  const [isRefunded, setRefunded] = useState(false);
  const takeBack = useEndpointMutation(deleteTransaction);
  const askAndVoid = async ({ id, number, allocationCount }: Transaction) => {
    const message = allocationCount
      ? 'Its allocations are taken back today: what they paid is open again. The number stays.'
      : 'The number stays.';
    const title = `Void transaction ${number}?`;
    if (!(await confirm({ title, message, confirmLabel: 'Void transaction', danger: true }))) return;
    try {
      await takeBack.mutateAsync({ params: { transactionID: id } });
      toast.success(`Transaction ${number} is void`);
    } catch (error) {
      toast.error(error);
    }
  };
  const settleHref = ({ customer }: Transaction) => `/dashboard/account-management/settle?customerID=${customer.id}`;
  return (
    <RecordScreen
      record={transactions}
      times={false}
      title={(found) => `${transactionKind(found)} ${found.number}`}
      status={(found) => <TransactionStatusBadge status={found.status} />}
      actions={(found) => (
        <>
          <Button
            component="a"
            href={accountURL(`/v1/transactions/${found.id}/pdf`)}
            target="_blank"
            variant="default"
            leftSection={<Icon name="document" />}
          >
            PDF
          </Button>
          {can('transactions:update') && transactionStates.is.live(found.status.code) && (
            <Button variant="default" onClick={() => setEdited(true)}>
              Edit
            </Button>
          )}
          {found.open > 0 && canAll(['settlements:create', 'transactions:create', 'customers:read']) && (
            <LinkButton to={settleHref(found)}>Settle</LinkButton>
          )}
        </>
      )}
      menu={(found) => [
        can('transactions:update') &&
          (found.refundable ?? 0) > 0 && {
            label: 'Refund to the card',
            icon: 'undo' as const,
            onClick: () => setRefunded(true),
          },
        can('transactions:delete') && {
          label: 'Void',
          icon: 'trash' as const,
          danger: true,
          disabled: transactionStates.is.void(found.status.code),
          onClick: () => void askAndVoid(found),
        },
      ]}
      summary={(found) => [
        {
          label: 'Customer',
          value: (
            <LinkText to={`/dashboard/customers/${found.customer.id}`} inherit>
              {found.customer.name}
            </LinkText>
          ),
        },
        { label: 'Date', value: <DateText value={found.date} /> },
        { label: 'Amount', value: <Money value={found.amount} /> },
        { label: found.isDebit ? 'Paid' : 'Allocated', value: <Money value={found.allocated} /> },
        { label: found.isDebit ? 'Open' : 'Left', value: <Money value={found.open} /> },
      ]}
      tabs={[
        {
          id: 'lines',
          label: 'Lines',
          isHidden: ({ lines }) => !lines.length,
          render: (found) => <CreditLines memo={found} />,
        },
        {
          id: 'allocations',
          label: 'Allocations',
          render: ({ allocations, isDebit }) => (
            <AllocationList
              allocations={allocations}
              from={isDebit ? 'target' : 'credit'}
              empty={isDebit ? 'Nothing pays it yet' : 'Nothing of it is allocated yet'}
            />
          ),
        },
      ]}
      facts={(found) => [
        { label: 'Type', value: found.type.name },
        { label: 'Method', value: found.transactionMethod?.name },
        { label: 'Reference', value: found.reference },
        {
          label: 'Order',
          value: found.orderID && (
            <LinkText to={`/dashboard/sales-orders/${found.orderID}`} size="sm">
              {found.orderNumber}
            </LinkText>
          ),
        },
        {
          label: 'Credit of',
          value: found.invoiceID && (
            <LinkText to={`/dashboard/invoices/${found.invoiceID}`} size="sm">
              Invoice {found.invoiceNumber}
            </LinkText>
          ),
        },
        { label: 'Note', value: found.note },
        { label: 'Voided', value: found.voidedAt && <DateTimeText value={found.voidedAt} /> },
        { label: 'Entered', value: <DateTimeText value={found.createdAt} /> },
      ]}
    >
      {(found) => (
        <>
          {isRefunded && <RefundDialog transaction={found} onClose={() => setRefunded(false)} />}
          {isEdited && <TransactionDialog transaction={found} onClose={() => setEdited(false)} />}
        </>
      )}
    </RecordScreen>
  );
}
