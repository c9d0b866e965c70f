import { Text } from '@mantine/core';
import {
  FormDialog,
  FormRow,
  NumberField,
  RecordSelect,
  SelectField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { positiveMeasure } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  createUnitConversion,
  putUnitConversion,
  type UnitConversion,
  type UnitGroup,
} from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';
import { exactText, factorOfAmounts, fractionText } from './factor-text.ts';

const required = 'This is required';
const conversionForm = z.object({
  unitID: z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }),
  amount: positiveMeasure,
  ofAmount: positiveMeasure,
  ofUnitID: z.string({ error: required }).min(1, { error: required }),
});

/** The entered amounts as one exact factor. */
function ExactFactor() {
  const [amount, ofAmount] = useWatch({ name: ['amount', 'ofAmount'] }) as unknown[];
  if (typeof amount !== 'number' || typeof ofAmount !== 'number' || amount <= 0 || ofAmount <= 0) return null;
  const factor = factorOfAmounts(amount, ofAmount);
  const fraction = fractionText(factor);
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      One is exactly {exactText(factor)}
      {fraction && fraction !== exactText(factor) ? ` (${fraction})` : ''}
    </Text>
  );
}

/** Adds a unit to a group, or changes its factor: '5 ct10ea = 1 cs50ea'. */
export function ConversionDialog(props: {
  group: UnitGroup;
  /** The unit to change; null adds one. */
  conversion: UnitConversion | null;
  opened: boolean;
  onClose(): void;
}) {
  const { group, conversion } = props;
  const add = useEndpointMutation(createUnitConversion);
  const put = useEndpointMutation(putUnitConversion);
  const others = group.conversions.filter(({ id }) => id !== conversion?.id);
  const of = others.find(({ isBase }) => isBase) ?? others[0];
  const factor = conversion && !conversion.isBase ? conversion.factor : undefined;
  return (
    <FormDialog
      opened={props.opened}
      onClose={props.onClose}
      title={conversion ? `Change ${conversion.unit.name}` : `Add a unit to ${group.name}`}
      schema={conversionForm}
      values={{
        unitID: conversion?.unit.id ?? '',
        amount: Number(factor?.denominator ?? 1),
        ...(factor ? { ofAmount: Number(factor.numerator) } : {}),
        ofUnitID: of?.unit.id ?? '',
      }}
      onSave={async ({ unitID, amount, ofAmount, ofUnitID }) => {
        const body = { factor: factorOfAmounts(amount, ofAmount), ofUnitID };
        const params = { unitGroupID: group.id };
        const saved = conversion
          ? await put.mutateAsync({ params: { ...params, unitConversionID: conversion.id }, body })
          : await add.mutateAsync({ params, body: { ...body, unitID } });
        toast.success(`${saved.unit.name} saved`);
      }}
    >
      {!conversion && <RecordSelect name="unitID" label="Unit" source={unitSource} required />}
      <FormRow>
        <NumberField
          name="amount"
          label={conversion ? `This many ${conversion.unit.name}` : 'This many'}
          min={0}
          required
        />
        <NumberField name="ofAmount" label="are as much as" min={0} required />
      </FormRow>
      <SelectField
        name="ofUnitID"
        label="of"
        options={others.map(({ unit }) => ({ value: unit.id, label: unit.name }))}
        required
      />
      <ExactFactor />
    </FormDialog>
  );
}
