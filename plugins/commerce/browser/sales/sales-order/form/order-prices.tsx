import { Text } from '@mantine/core';
import { Money, useEndpoint } from '@millwright/core/browser';
import { orderTotals } from '@millwright/core/contracts';
import type { Product } from '@millwright/inventory/contracts';
import { createContext, useContext, useRef } from 'react';
import { findPriceRules, noPriceRules, type SalesOrder } from '../../../../contracts/index.ts';
import { WhyPrice } from '../why-price.tsx';
import type { OrderFormLine } from './order-form-values.ts';
import { type FormPrice, formPrices } from './order-pricing.ts';

/** Prices of the lines by position: cells read them here, so that a keystroke draws no other cell anew. */
export const OrderPrices = createContext<readonly (FormPrice | undefined)[]>([]);

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
export function LinePrice({ index, isTyped }: { index: number; isTyped: boolean }) {
  const price = useContext(OrderPrices)[index];
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
  const price = useContext(OrderPrices)[index];
  return <Money value={price ? orderTotals([price]).total.toString() : null} />;
}
