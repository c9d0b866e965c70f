import { Button, Group, Text, TextInput } from '@mantine/core';
import { toast, useClient } from '@millwright/core/browser';
import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { findOrderDiscountByCode, type OrderDiscountSnapshot } from '../../../../../contracts/index.ts';

/**
 * Code of an order discount. It is looked up during typing; if the order cannot get the discount, the reason is shown.
 */
export function OrderDiscountField({ customerID }: { customerID: string }) {
  const client = useClient();
  const { setValue } = useFormContext();
  const { disabled } = useFormState();
  const discount = useWatch({ name: 'orderDiscount' }) as OrderDiscountSnapshot | null | undefined;
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const give = (id: string | null, terms: OrderDiscountSnapshot | null) => {
    setValue('orderDiscountID', id, { shouldDirty: true });
    setValue('orderDiscount', terms);
    setCode('');
    setRefusal(null);
  };
  const find = async (): Promise<void> => {
    const typed = code.trim();
    if (!typed) return setRefusal(null);
    if (!customerID) return setRefusal('Choose the customer first');
    try {
      const found = await client.call(findOrderDiscountByCode, { body: { code: typed, customerID } });
      give(found.id, found);
      toast.success(`${found.name} given`);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The code could not be looked up');
    }
  };
  if (discount)
    return (
      <Group gap="xs" align="center">
        <Text span size="sm">
          {discount.name} ({discount.code})
        </Text>
        {!disabled && (
          <Button variant="subtle" size="compact-sm" onClick={() => give(null, null)}>
            Take off
          </Button>
        )}
      </Group>
    );
  return (
    <TextInput
      aria-label="Discount code"
      placeholder="Discount code"
      size="xs"
      w={180}
      disabled={Boolean(disabled)}
      value={code}
      error={refusal}
      autoComplete="off"
      onChange={(event) => setCode(event.currentTarget.value)}
      onBlur={() => void find()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void find();
      }}
    />
  );
}
