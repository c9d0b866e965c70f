import {
  DateField,
  FormRow,
  FormScreen,
  FormSection,
  MoneyField,
  NoteField,
  RecordSelect,
  SelectField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import {
  adjustmentTypeNames,
  createTransaction,
  createTransactionBody,
  getAccountReceivables,
  isDebitAdjustment,
  listReceivables,
  listTransactions,
  transactionMethodNames,
  transactionTypeNames,
} from '../../../contracts/index.ts';
import { customerSource } from '../../record-sources.ts';
import { codeOptions } from './transaction-filters.ts';

/** Only what belongs to the type is asked for, and sent. */
function TypeFields() {
  const type: unknown = useWatch({ name: 'typeCode' });
  const adjustment: unknown = useWatch({ name: 'adjustmentTypeCode' });
  const { setValue } = useFormContext();
  const isAdjustment = type === 'adjustment';
  const hasMethod = type === 'payment' || (isAdjustment && adjustment === 'refund');
  useEffect(() => {
    if (!isAdjustment) setValue('adjustmentTypeCode', null);
    if (!hasMethod) setValue('methodCode', null);
  }, [isAdjustment, hasMethod, setValue]);
  return (
    <FormRow>
      <SelectField name="typeCode" label="Type" options={codeOptions(transactionTypeNames)} required />
      {isAdjustment && (
        <SelectField
          name="adjustmentTypeCode"
          label="Adjustment"
          options={codeOptions(adjustmentTypeNames)}
          required
          description={
            isDebitAdjustment(adjustment as never) ? 'Raises what the customer owes' : 'Lowers what the customer owes'
          }
        />
      )}
      {hasMethod && (
        <SelectField name="methodCode" label="Method" options={codeOptions(transactionMethodNames)} required />
      )}
    </FormRow>
  );
}

export function TransactionCreateScreen() {
  const [search] = useSearchParams();
  const create = useEndpointMutation(createTransaction, {
    invalidates: [listTransactions, listReceivables, getAccountReceivables],
  });
  return (
    <FormScreen
      title="New transaction"
      back={{ href: '/dashboard/transactions', label: 'transactions' }}
      schema={createTransactionBody}
      values={{
        customerID: search.get('customerID') ?? '',
        typeCode: 'payment',
        methodCode: 'check',
        reference: null,
        note: null,
      }}
      saveLabel="Enter transaction"
      onSave={async (body) => {
        const { id, number } = await create.mutateAsync({ body });
        toast.success(`Transaction ${number} entered`);
        return `/dashboard/transactions/${id}`;
      }}
    >
      <FormSection title="Transaction">
        <RecordSelect name="customerID" label="Customer" source={customerSource} required autoFocus />
        <TypeFields />
        <FormRow>
          <MoneyField name="amount" label="Amount" min={0} required />
          <DateField name="date" label="Date" description="Today where it is empty" />
        </FormRow>
        <TextField name="reference" label="Reference" description="Check number, or what the bank says" />
        <NoteField name="note" label="Note" />
      </FormSection>
    </FormScreen>
  );
}
