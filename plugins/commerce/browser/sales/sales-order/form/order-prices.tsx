import { Text } from '@mantine/core';
import { Money, useEndpoint } from '@millwright/core/browser';
import { orderTotals } from '@millwright/core/contracts';
import type { Product } from '@millwright/inventory/contracts';
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { findPriceRules, noPriceRules, type SalesOrder } from '../../../../contracts/index.ts';
import { WhyPrice } from '../why-price.tsx';
import type { OrderFormLine } from './order-form-values.ts';
import { type FormPrice, formPrices } from './order-pricing.ts';

/**
 * Prices of the lines by position. Each cell listens to its own, so that a keystroke draws only those whose price it
 * changes; a context of the prices themselves would make React look through every cell of the form.
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

/** The prices of the lines as they are typed; the rules of new products follow when they are known. */
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

/** Under the price of a line: what the rules say, and why. */
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

/** Total of a line, rounded as the document rounds it. */
export function LineTotal({ index }: { index: number }) {
  const price = usePrice(index);
  return <Money value={price ? orderTotals([price]).total.toString() : null} />;
}
