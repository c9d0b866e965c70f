import { Button } from '@mantine/core';
import { LinkText, RecordScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { palletQuantityRecord } from '../../contracts/index.ts';
import { PalletQuantityDialog } from './pallet-quantity-dialog.tsx';

/** How much of a product fits on a pallet, with what hangs on it. */
export function PalletQuantityScreen() {
  const session = useSession();
  const [isChanging, setChanging] = useState(false);
  return (
    <RecordScreen
      record={palletQuantityRecord}
      title={({ product }) => `${product.sku} on a pallet`}
      deletion={() => ({ label: 'Forget', warning: "The account's default counts again." })}
      actions={() => session.can('pallet_labels:update') && <Button onClick={() => setChanging(true)}>Change</Button>}
      summary={({ product, perPallet, unit }) => [
        { label: 'Product', value: <LinkText to={`/dashboard/products/${product.id}`}>{product.sku}</LinkText> },
        { label: 'Description', value: product.description },
        { label: 'Fits on a pallet', value: `${perPallet} ${unit}` },
      ]}
    >
      {({ product, perPallet }) => (
        <PalletQuantityDialog
          choice={isChanging ? { productID: product.id, label: product.sku, perPallet } : null}
          onClose={() => setChanging(false)}
        />
      )}
    </RecordScreen>
  );
}
