import { useClient } from '@millwright/core/browser';
import { getProduct, type Product } from '@millwright/inventory/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Products of the lines on the screen, with their units: read when a line names one, and kept while the form is open.
 */
export function useOrderProducts(ids: readonly string[]): {
  products: ReadonlyMap<string, Product>;
  read(id: string): Promise<Product>;
} {
  const client = useClient();
  const [products, setProducts] = useState<ReadonlyMap<string, Product>>(new Map());
  const asked = useRef(new Map<string, Promise<Product>>());
  const read = useCallback(
    (id: string): Promise<Product> => {
      const known = asked.current.get(id);
      if (known) return known;
      const reading = client.call(getProduct, { params: { itemID: id } });
      asked.current.set(id, reading);
      reading.then(
        (product) => setProducts((before) => new Map(before).set(id, product)),
        // The next line that names it asks again.
        () => asked.current.delete(id),
      );
      return reading;
    },
    [client],
  );
  const wanted = [...new Set(ids)].filter(Boolean).join(' ');
  useEffect(() => {
    // Products that cannot be read leave the line with what it has.
    for (const id of wanted.split(' ').filter(Boolean)) read(id).catch(() => undefined);
  }, [wanted, read]);
  return { products, read };
}
