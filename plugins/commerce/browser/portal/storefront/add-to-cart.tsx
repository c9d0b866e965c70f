import { Button, Group, NumberInput, Select } from '@mantine/core';
import { toast, useEndpointMutation } from '@millwright/core/browser';
import { useState } from 'react';
import { addToCart, type PortalProduct } from '../../../contracts/index.ts';

/** Quantity and unit of a product, with the button that adds it to the cart. */
export function AddToCart({
  product,
  usual = 1,
}: {
  product: Pick<PortalProduct, 'id' | 'sku' | 'units'> & { unit: { id: string } };
  usual?: number;
}) {
  const [quantity, setQuantity] = useState<number | string>(usual);
  const [unitID, setUnitID] = useState(product.unit.id);
  const add = useEndpointMutation(addToCart);
  const put = async () => {
    const amount = Number(quantity);
    if (!(amount > 0)) return toast.error(new Error('Enter how many'));
    try {
      await add.mutateAsync({ body: { lines: [{ productID: product.id, quantity: amount, unitID }] } });
      toast.success(`${product.sku} is in your cart`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NumberInput
        aria-label={`Quantity of ${product.sku}`}
        value={quantity}
        onChange={setQuantity}
        min={0}
        w={80}
        onKeyDown={(event) => event.key === 'Enter' && void put()}
      />
      {product.units.length > 1 && (
        <Select
          aria-label={`Unit of ${product.sku}`}
          value={unitID}
          onChange={(value) => setUnitID(value ?? product.unit.id)}
          data={product.units.map((each) => ({ value: each.unitID, label: each.unit }))}
          allowDeselect={false}
          w={110}
        />
      )}
      <Button onClick={() => void put()} loading={add.isPending} aria-label={`Add ${product.sku}`}>
        Add
      </Button>
    </Group>
  );
}
