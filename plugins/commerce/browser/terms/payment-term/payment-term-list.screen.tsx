import { RecordListScreen } from '@millwright/core/browser';
import { paymentTermCodes, paymentTermNames, paymentTerms } from '../../../contracts/index.ts';

export function PaymentTermListScreen() {
  return (
    <RecordListScreen
      record={paymentTerms}
      columns={[
        { id: 'code', cell: (term) => paymentTermNames[term.code], width: 200 },
        { id: 'days', cell: (term) => term.days || 'At once', align: 'end', width: 110 },
      ]}
      filters={[
        {
          name: 'codes',
          label: 'Code',
          options: paymentTermCodes.map((value) => ({ value, label: paymentTermNames[value] })),
        },
      ]}
      icon="calendar"
      emptyText="A payment term says when invoices are due."
    />
  );
}
