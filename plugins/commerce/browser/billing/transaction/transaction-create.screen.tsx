import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  NoteField,
  RecordForm,
  RecordSelect,
  SelectField,
  TextField,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import {
  type AdjustmentType,
  adjustmentTypeNames,
  createTransaction,
  isDebitAdjustment,
  listTransactions,
  transactionMethodNames,
  transactionTypeNames,
} from '../../../contracts/index.ts';
import { customerSource } from '../../sources/record-sources.ts';

interface Entered {
  adjustmentTypeCode: AdjustmentType | null;
}

/** Shows only the fields of the chosen type. */
function TypeFields() {
  const type: unknown = useWatch({ name: 'typeCode' });
  const adjustment = useWatch<Entered, 'adjustmentTypeCode'>({ name: 'adjustmentTypeCode' });
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
            isDebitAdjustment(adjustment) ? 'Raises what the customer owes' : 'Lowers what the customer owes'
          }
        />
      )}
      {hasMethod && (
        <SelectField name="methodCode" label="Method" options={codeOptions(transactionMethodNames)} required />
      )}
    </FormRow>
  );
}

const record = { words: ['transaction', 'transactions'], list: listTransactions, create: createTransaction } as const;

export function TransactionCreateScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={record}
      name={({ number }) => `Transaction ${number}`}
      savedText={({ number }) => `Transaction ${number} entered`}
      createLabel="Enter transaction"
      blank={{
        customerID: search.get('customerID') ?? '',
        typeCode: 'payment',
        methodCode: 'check',
        reference: null,
        note: null,
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
    </RecordForm>
  );
}
