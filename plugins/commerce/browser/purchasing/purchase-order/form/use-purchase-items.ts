import { ApiError, useClient } from '@millwright/core/browser';
import { getItem, type Item } from '@millwright/inventory/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getSupplierMaterial, type SupplierMaterial } from '../../../../contracts/index.ts';

/** An item with the supplier's terms for it; null if this supplier does not supply it. */
export interface PurchaseItem {
  item: Item;
  terms: SupplierMaterial | null;
}

/** Items of the form's lines. They are read when a line names one, and again after a change of supplier. */
export function usePurchaseItems(
  supplierID: string,
  ids: readonly string[],
): { items: ReadonlyMap<string, PurchaseItem>; read(id: string): Promise<PurchaseItem> } {
  const client = useClient();
  const [items, setItems] = useState<ReadonlyMap<string, PurchaseItem>>(new Map());
  const readings = useRef(new Map<string, Promise<PurchaseItem>>());
  const read = useCallback(
    (itemID: string): Promise<PurchaseItem> => {
      const key = `${supplierID} ${itemID}`;
      const known = readings.current.get(key);
      if (known) return known;
      const terms = supplierID
        ? client.call(getSupplierMaterial, { params: { supplierID, itemID } }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          })
        : Promise.resolve(null);
      const reading = Promise.all([client.call(getItem, { params: { itemID } }), terms]).then(([item, found]) => ({
        item,
        terms: found?.isActive ? found : null,
      }));
      readings.current.set(key, reading);
      reading.then(
        (found) => setItems((before) => new Map(before).set(itemID, found)),
        // After an error, the next line with this item reads it again.
        () => readings.current.delete(key),
      );
      return reading;
    },
    [client, supplierID],
  );
  const wanted = [...new Set(ids)].filter(Boolean).join(' ');
  useEffect(() => {
    // A line whose item cannot be read keeps its saved data.
    for (const id of wanted.split(' ').filter(Boolean)) read(id).catch(() => undefined);
  }, [wanted, read]);
  return { items, read };
}
