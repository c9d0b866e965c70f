import {
  FormDialog,
  NumberField,
  RecordSelect,
  recordSource,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { getProduct, listProducts } from '@millwright/inventory/contracts';
import { setPalletQuantity, setPalletQuantityBody } from '../../contracts/index.ts';

/** The product to set the quantity of; without one the dialog asks for it. */
export interface PalletChoice {
  productID?: string;
  label?: string;
  perPallet?: number;
}

const productSource = recordSource(listProducts, {
  option: (product) => ({ value: product.id, label: product.sku, hint: product.description }),
  one: getProduct,
});

/** Sets the quantity of a product per pallet. */
export function PalletQuantityDialog({ choice, onClose }: { choice: PalletChoice | null; onClose(): void }) {
  const set = useEndpointMutation(setPalletQuantity);
  return (
    <FormDialog
      opened={choice !== null}
      onClose={onClose}
      title={choice?.label ? `${choice.label} on a pallet` : 'Product on a pallet'}
      schema={setPalletQuantityBody}
      values={{ productID: choice?.productID ?? '', perPallet: choice?.perPallet ?? 48 }}
      onSave={async (body) => {
        const saved = await set.mutateAsync({ body });
        toast.success(`${saved.perPallet} ${saved.unit} of ${saved.product.sku} on a pallet`);
      }}
    >
      {!choice?.productID && <RecordSelect name="productID" label="Product" source={productSource} required />}
      <NumberField
        name="perPallet"
        label="Fits on a pallet"
        description="In the unit that the product is ordered in by default"
        decimals={0}
        min={1}
        required
        autoFocus={Boolean(choice?.productID)}
      />
    </FormDialog>
  );
}
