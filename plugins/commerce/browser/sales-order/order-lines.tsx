import { Text } from '@mantine/core';
import {
  FormSection,
  Icon,
  type LineColumn,
  LineTable,
  Money,
  toast,
  useEndpoint,
  useShortcut,
} from '@millwright/core/browser';
import type { Product } from '@millwright/inventory/contracts';
import { useCallback, useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getOrderableProductLines } from '../../contracts/index.ts';
import { FrequentProducts } from './frequent-products.tsx';
import classes from './order-form.module.css';
import { newOrderLine, type OrderFormLine } from './order-form-values.ts';
import { convertPrice, lineSum, listPrice, orderSum } from './order-pricing.ts';
import { soldProductSourceFor } from './order-sources.ts';
import { useOrderProducts } from './use-order-products.ts';

/** What a line takes over from the product that was picked. */
const lineOfProduct = (product: Product, line: OrderFormLine): Partial<OrderFormLine> => {
  const unitID = product.defaultUnit.id;
  // A new line that has a price already got it by hand, while its product was still being looked up.
  const wasTyped = !line.unitID && typeof line.unitPrice === 'number';
  return wasTyped ? { unitID } : { unitID, unitPrice: product.unitValue.value };
};

/** The price of a line in another unit: the catalogue's if it was that, else the agreed one converted. */
function lineInUnit(product: Product | undefined, line: OrderFormLine, unitID: string): Partial<OrderFormLine> {
  const before = line.unitID ?? product?.defaultUnit.id;
  if (!product || !before || line.unitPrice === null || line.unitPrice === undefined) return {};
  const price =
    line.unitPrice === listPrice(product, before)
      ? listPrice(product, unitID)
      : convertPrice(product, line.unitPrice, before, unitID);
  return price === undefined ? {} : { unitPrice: price };
}

/** What the customer may order from, as a sentence and as the products of the picker. */
function useLimit(customerID: string) {
  const { data } = useEndpoint(getOrderableProductLines, { params: { customerID } }, { enabled: customerID !== '' });
  const limit = customerID && data?.isLimited ? data.productLines : null;
  const ids = limit?.map(({ id }) => id).join() ?? null;
  const source = useMemo(() => soldProductSourceFor(ids === null ? null : ids.split(',')), [ids]);
  return { source, names: limit?.map(({ name }) => name) ?? null };
}

/** The lines of an order with what they come to right now. */
export function OrderLines({ customerID }: { customerID: string }) {
  const { getValues } = useFormContext();
  const lines = (useWatch({ name: 'lines' }) ?? []) as OrderFormLine[];
  const { products, read } = useOrderProducts(lines.map(({ productID }) => productID ?? ''));

  const limit = useLimit(customerID);

  const table = useRef<HTMLDivElement>(null);
  const goToLines = () => {
    const products = [...(table.current?.querySelectorAll<HTMLInputElement>('input[data-path$=".productID"]') ?? [])];
    (products.find(({ value }) => value === '') ?? products.at(-1))?.focus();
  };
  useShortcut('alt+l', goToLines, { label: 'Go to the lines', group: 'Form', inInputs: true });

  const onPickProduct = useCallback(
    async (option: { value: string } | null, line: OrderFormLine): Promise<Partial<OrderFormLine> | undefined> => {
      if (!option) return undefined;
      try {
        return lineOfProduct(await read(option.value), line);
      } catch (error) {
        toast.error(error);
        return undefined;
      }
    },
    [read],
  );

  const columns = useMemo<readonly LineColumn<OrderFormLine>[]>(
    () => [
      {
        kind: 'record',
        id: 'productID',
        header: 'Product',
        source: limit.source,
        width: 190,
        onPick: onPickProduct,
      },
      {
        kind: 'computed',
        id: 'description',
        header: 'Description',
        width: 340,
        render: ({ productID }) => (
          <span className={classes['description']}>{products.get(productID)?.description}</span>
        ),
      },
      { kind: 'number', id: 'quantity', header: 'Quantity', width: 100 },
      {
        kind: 'select',
        id: 'unitID',
        header: 'Unit',
        width: 120,
        options: ({ productID }) =>
          (products.get(productID)?.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name })),
        onPick: (option, line) => (option ? lineInUnit(products.get(line.productID), line, option.value) : undefined),
      },
      { kind: 'unitPrice', id: 'unitPrice', header: 'Unit price', width: 120 },
      {
        kind: 'computed',
        id: 'total',
        header: 'Total',
        align: 'end',
        width: 110,
        render: (line) => <Money value={lineSum(line, products)} />,
      },
      { kind: 'number', id: 'lineItemNumber', header: 'Line no.', width: 84, placeholder: 'auto' },
    ],
    [products, onPickProduct, limit.source],
  );

  const counted = lines.filter(({ productID }) => productID).length;
  return (
    <FormSection
      wide
      title="Lines"
      description="Type a SKU or a description; paste SKU and quantity from a spreadsheet. Alt+L jumps here."
    >
      {limit.names && (
        <p className={classes['limit']}>
          <Icon name="lock" size={14} />
          <span>This customer orders from {new Intl.ListFormat('en').format(limit.names)} only.</span>
        </p>
      )}
      <FrequentProducts customerID={customerID} read={read} />
      <div ref={table}>
        <LineTable<OrderFormLine>
          name="lines"
          columns={columns}
          newLine={newOrderLine}
          footer={() => (
            <div className={classes['total']}>
              <Text span size="sm" c="dimmed">
                {counted === 1 ? '1 line' : `${counted} lines`}
              </Text>
              <Text span size="sm">
                Order total
              </Text>
              <b>
                <Money value={orderSum((getValues('lines') ?? []) as OrderFormLine[], products)} />
              </b>
            </div>
          )}
        />
      </div>
    </FormSection>
  );
}
