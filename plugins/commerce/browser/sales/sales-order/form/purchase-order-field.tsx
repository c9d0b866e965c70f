import { Text } from '@mantine/core';
import { TextField, useClient } from '@millwright/core/browser';
import { checkDuplicates } from '@millwright/core/contracts';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';

const pause = 400;

/** The customer's order number; warns if the customer has used it before. `own` is the saved number of this order. */
export function PurchaseOrderField({ own }: { own?: string | null }) {
  const client = useClient();
  const customerPO: unknown = useWatch({ name: 'customerPO' });
  const customerID: unknown = useWatch({ name: 'customerID' });
  const recordNumber = typeof customerPO === 'string' ? customerPO.trim() : '';
  const [warning, setWarning] = useState<{ of: string; text: string } | null>(null);
  const warningKey = `${customerID} ${recordNumber}`;

  useEffect(() => {
    if (!recordNumber || typeof customerID !== 'string' || !customerID || recordNumber === own) return;
    let isStale = false;
    const timer = setTimeout(() => {
      client
        .call(checkDuplicates, { body: { type: 'sales_order', data: { recordNumber, customerID } } })
        .then(({ isDuplicate, message }) => {
          if (!isStale && isDuplicate) setWarning({ of: warningKey, text: message });
        })
        // The warning is only advice, so a failed look-up shows nothing.
        .catch(() => undefined);
    }, pause);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [client, recordNumber, customerID, own, warningKey]);

  return (
    <div>
      <TextField name="customerPO" label="Customer PO" maxLength={100} />
      <Text size="xs" mt={4} c="var(--mantine-color-error)" role="status">
        {warning?.of === warningKey ? warning.text : ''}
      </Text>
    </div>
  );
}
