import { RecordListScreen } from '@millwright/core/browser';
import { paymentTerms } from '../../../contracts/index.ts';

export function PaymentTermListScreen() {
  return (
    <RecordListScreen
      record={paymentTerms}
      columns={[
        { id: 'code', width: 200 },
        { id: 'days', cell: (term) => term.days || 'At once', align: 'end', width: 110 },
      ]}
      filters={[{ name: 'codes', label: 'Code' }]}
      icon="calendar"
      emptyText="A payment term says when invoices are due."
    />
  );
}
