import { Button } from '@mantine/core';
import { ListScreen, useClient, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { deletePalletQuantity, listPalletQuantities } from '../../contracts/index.ts';
import { PalletQuantityDialog } from './pallet-quantity-dialog.tsx';
import { PalletSettingsDialog } from './pallet-settings-dialog.tsx';

export function PalletQuantityListScreen() {
  const client = useClient();
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const canUpdate = session.can('pallet_labels:update');
  return (
    <>
      <ListScreen
        name="pallet-quantities"
        title="Pallet quantities"
        endpoint={listPalletQuantities}
        columns={[
          { id: 'sku', header: 'Product', width: 160, csv: 'product.sku' },
          { id: 'description', csv: 'product.description' },
          { id: 'perPallet', width: 120 },
          { id: 'unit', width: 110 },
          'updatedAt',
        ]}
        defaultSort={{ by: 'sku', order: 'asc' }}
        rowLabel={(row) => row.product.sku}
        rowHref={({ id }) => `/dashboard/x/acme-pallet-labels/quantities/${id}`}
        // The dialog asks for the product.
        primaryAction={
          session.can('products:read')
            ? { label: 'Set quantity', onClick: () => setAdding(true), needs: 'pallet_labels:update' }
            : undefined
        }
        actions={
          canUpdate && (
            <Button variant="default" onClick={() => setSetting(true)}>
              Settings
            </Button>
          )
        }
        bulkActions={[
          {
            id: 'forget',
            label: 'Forget',
            icon: 'trash',
            danger: true,
            takesFilter: false,
            needs: 'pallet_labels:delete',
            confirm: (count) => ({
              title: count === 1 ? 'Forget this quantity?' : `Forget ${count} quantities?`,
              message: "The account's default counts again.",
              confirmLabel: 'Forget',
            }),
            run: async (selection) => {
              const ids = selection.kind === 'ids' ? selection.ids : [];
              for (const palletQuantityID of ids)
                await client.call(deletePalletQuantity, { params: { palletQuantityID } });
              return { done: ids.length };
            },
          },
        ]}
        empty={{
          title: 'No quantities yet',
          text: 'Say how much of a product fits on a pallet; until then the default of the settings counts.',
          icon: 'layers',
        }}
      />
      <PalletQuantityDialog choice={isAdding ? {} : null} onClose={() => setAdding(false)} />
      <PalletSettingsDialog opened={isSetting} onClose={() => setSetting(false)} />
    </>
  );
}
