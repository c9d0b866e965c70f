import { useClient } from '@millwright/core/browser';
import { findProducts, type Product } from '@millwright/inventory/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Asked {
  id: string;
  resolve(product: Product): void;
  reject(error: unknown): void;
}

/**
 * Products of the form's lines, with their units. Products that are needed at the same moment are read in one call, and
 * are cached while the form is open.
 */
export function useOrderProducts(ids: readonly string[]): {
  products: ReadonlyMap<string, Product>;
  read(id: string): Promise<Product>;
} {
  const client = useClient();
  const [products, setProducts] = useState<ReadonlyMap<string, Product>>(new Map());
  const known = useRef(new Map<string, Promise<Product>>());
  const waiting = useRef<Asked[]>([]);

  const readWaiting = useCallback(async () => {
    const batch = waiting.current;
    waiting.current = [];
    try {
      const { items } = await client.call(findProducts, { body: { itemIDs: batch.map(({ id }) => id) } });
      const byID = new Map(items.map((product) => [product.id, product]));
      setProducts((before) => new Map([...before, ...byID]));
      for (const { id, resolve, reject } of batch) {
        const product = byID.get(id);
        if (product) resolve(product);
        else reject(new Error('The product is not there any more'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }, [client]);

  const read = useCallback(
    (id: string): Promise<Product> => {
      const reading =
        known.current.get(id) ??
        new Promise<Product>((resolve, reject) => {
          waiting.current.push({ id, resolve, reject });
          if (waiting.current.length === 1) setTimeout(() => void readWaiting());
        });
      known.current.set(id, reading);
      // After an error, the next line with this product reads it again.
      reading.catch(() => known.current.delete(id));
      return reading;
    },
    [readWaiting],
  );
  const wanted = [...new Set(ids)].filter(Boolean).join(' ');
  useEffect(() => {
    // A line whose product cannot be read keeps its saved data.
    for (const id of wanted.split(' ').filter(Boolean)) read(id).catch(() => undefined);
  }, [wanted, read]);
  return { products, read };
}
