import { Text } from '@mantine/core';
import { Money, useEndpoint } from '@millwright/core/browser';
import { orderTotals } from '@millwright/core/contracts';
import type { Product } from '@millwright/inventory/contracts';
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { findPriceRules, noPriceRules, type SalesOrder } from '../../../../../contracts/index.ts';
import { WhyPrice } from '../../dialogs/why-price.tsx';
import type { OrderFormLine } from '../order-form-values.ts';
import { type FormPrice, formPrices } from './order-pricing.ts';

/**
 * Prices of the lines by position. Each cell subscribes to its own price, so that a keystroke rerenders only the cells
 * with changed prices. A React context would rerender every cell.
 */
export class PriceBoard {
  #prices: readonly (FormPrice | undefined)[] = [];
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  at(index: number): FormPrice | undefined {
    return this.#prices[index];
  }

  show(prices: readonly (FormPrice | undefined)[]): void {
    const before = this.#prices.map((price) => JSON.stringify(price));
    this.#prices = prices.map((price, index) =>
      JSON.stringify(price) === before[index] ? this.#prices[index] : price,
    );
    for (const listener of this.#listeners) listener();
  }
}

export const OrderPrices = createContext(new PriceBoard());

function usePrice(index: number): FormPrice | undefined {
  const board = useContext(OrderPrices);
  return useSyncExternalStore(board.subscribe, () => board.at(index));
}

/** Prices of the lines during typing. Price rules of a new product are applied when they have loaded. */
export function useOrderPrices(
  customerID: string,
  lines: readonly OrderFormLine[],
  products: ReadonlyMap<string, Product>,
  order: SalesOrder | undefined,
): readonly (FormPrice | undefined)[] {
  const productIDs = [...new Set(lines.map(({ productID }) => productID))].filter(Boolean).sort();
  const body = { customerID, productIDs };
  const { data } = useEndpoint(findPriceRules, { body }, { enabled: customerID !== '' && productIDs.length > 0 });
  const last = useRef(data);
  if (data) last.current = data;
  const rules = customerID ? (data ?? last.current) : undefined;
  return formPrices(lines, products, { rules: rules ?? noPriceRules, on: rules?.on ?? '', order });
}

/** Text below the price of a line: the price of the rules and its reason. */
export function LinePriceText({ index, isTyped }: { index: number; isTyped: boolean }) {
  const price = usePrice(index);
  if (!price) return null;
  return (
    <>
      {!isTyped && (
        <>
          <Money value={price.unitPrice} unitPrice />{' '}
        </>
      )}
      <WhyPrice trace={price.trace} line={index + 1} />
      {price.was !== null && (
        <Text span size="xs" c="dimmed" display="block">
          was <Money value={price.was} unitPrice />
        </Text>
      )}
    </>
  );
}

/** Total of a line, rounded as on the document. */
export function LineTotal({ index }: { index: number }) {
  const price = usePrice(index);
  return <Money value={price ? orderTotals([price]).total.toString() : null} />;
}
