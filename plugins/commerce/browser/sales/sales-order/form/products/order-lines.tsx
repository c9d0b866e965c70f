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
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import {
  getOrderableProductLines,
  type OrderDiscountSnapshot,
  type SalesOrder,
} from '../../../../../contracts/index.ts';
import classes from '../../../../document/order-form.module.css';
import { soldProductSourceFor } from '../../../../document/order-sources.ts';
import { AvailabilityCell } from '../availability/availability-cell.tsx';
import { AvailabilitySummary } from '../availability/availability-summary.tsx';
import { formLines, lineKey, ownStock, wantedBeyond } from '../availability/order-availability.ts';
import type { OrderHold } from '../availability/order-hold.ts';
import { newOrderLine, type OrderFormLine } from '../order-form-values.ts';
import { OrderDiscountField } from '../prices/order-discount-field.tsx';
import { LinePriceText, LineTotal, OrderPrices, PriceBoard, useOrderPrices } from '../prices/order-prices.tsx';
import { convertSalesPrice, formTotals } from '../prices/order-pricing.ts';
import { FrequentProducts } from './frequent-products.tsx';
import { useOrderProducts } from './use-order-products.ts';

/** Converts a typed price from the previous unit to this one. */
function lineInUnit(product: Product | undefined, line: OrderFormLine, unitID: string): Partial<OrderFormLine> {
  const before = line.unitID ?? product?.defaultUnit.id;
  if (!product || !before || line.unitPrice === null || line.unitPrice === undefined) return {};
  const price = convertSalesPrice(product, line.unitPrice, before, unitID);
  return price === undefined ? {} : { unitPrice: price };
}

/** Product lines that the customer may order from: a sentence for the form, and the products of the picker. */
function useLimit(customerID: string) {
  const { data } = useEndpoint(getOrderableProductLines, { params: { customerID } }, { enabled: customerID !== '' });
  const limit = customerID && data?.isLimited ? data.productLines : null;
  const ids = limit?.map(({ id }) => id).join() ?? null;
  const source = useMemo(() => soldProductSourceFor(ids === null ? null : ids.split(',')), [ids]);
  return { source, names: limit?.map(({ name }) => name) ?? null };
}

/** Holds the stock for the lines; returns their availability by line key. */
function useAvailability({ hold, lines, products, order }: FiguresProps) {
  const { isDirty, disabled } = useFormState();
  const wanted = formLines(lines, products);
  const beyond = wantedBeyond(wanted, ownStock(order, products), products);
  useEffect(() => {
    if (!disabled) hold.want({ lines: wanted, beyond, documentID: order?.id, isTyped: isDirty });
  });
  const known = useSyncExternalStore(hold.subscribe, hold.answers);
  return wanted.flatMap(({ key }) => known.get(key) ?? []);
}

interface FiguresProps {
  customerID: string;
  hold: OrderHold;
  order: SalesOrder | undefined;
  products: ReadonlyMap<string, Product>;
  lines: readonly OrderFormLine[];
  /** The cells read their prices from this board. */
  board: PriceBoard;
}

/**
 * Prices, totals and availability of the lines. Each keystroke rerenders only this component and the cells with changed
 * values.
 */
function OrderFigures(props: FiguresProps) {
  const { customerID, order, products, lines, board } = props;
  const prices = useOrderPrices(customerID, lines, products, order);
  useLayoutEffect(() => board.show(prices), [board, prices]);
  const discount = useWatch({ name: 'orderDiscount' }) as OrderDiscountSnapshot | null | undefined;
  const totals = formTotals(prices, discount);
  const counted = lines.filter(({ productID }) => productID).length;
  return (
    <div className={classes['total']}>
      <AvailabilitySummary known={useAvailability(props)} />
      <Text span size="sm" c="dimmed">
        {counted === 1 ? '1 line' : `${counted} lines`}
      </Text>
      <OrderDiscountField customerID={customerID} />
      {discount && (
        <>
          <Text span size="sm">
            Subtotal <Money value={totals.subtotal.toString()} />
          </Text>
          <Text span size="sm">
            Discount <Money value={totals.discount.neg().toString()} />
          </Text>
        </>
      )}
      <Text span size="sm">
        Order total
      </Text>
      <b>
        <Money value={totals.total.toString()} />
      </b>
    </div>
  );
}

const productsOf = (lines: readonly OrderFormLine[] | undefined): string =>
  (lines ?? []).map(({ productID }) => productID ?? '').join();

/** Lines of the order form with current prices, totals and availability. */
export function OrderLines({
  customerID,
  hold,
  order,
}: {
  customerID: string;
  hold: OrderHold;
  order?: SalesOrder | undefined;
}) {
  // Watches only the product ids, so that a keystroke does not rerender the table.
  const named = useWatch({ name: 'lines', compute: productsOf });
  const { products, read } = useOrderProducts(named.split(','));
  const { disabled: isReadOnly } = useFormState();
  const limit = useLimit(customerID);
  const board = useMemo(() => new PriceBoard(), []);
  const footer = useCallback(
    (lines: readonly OrderFormLine[]) => (
      <OrderFigures customerID={customerID} hold={hold} order={order} products={products} lines={lines} board={board} />
    ),
    [customerID, hold, order, products, board],
  );

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
        const product = await read(option.value);
        // A new line can already have a price, typed while its product was still loading.
        return { unitID: product.defaultUnit.id, ...(line.unitID ? { unitPrice: null } : {}) };
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
        onPick: onPickProduct,
        below: ({ productID }) => products.get(productID)?.description,
      },
      { kind: 'number', id: 'quantity', header: 'Quantity', width: 96 },
      {
        kind: 'select',
        id: 'unitID',
        header: 'Unit',
        width: 120,
        options: ({ productID }) =>
          (products.get(productID)?.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name })),
        onPick: (option, line) => (option ? lineInUnit(products.get(line.productID), line, option.value) : undefined),
      },
      {
        kind: 'unitPrice',
        id: 'unitPrice',
        header: 'Unit price',
        width: 130,
        placeholder: 'auto',
        below: ({ unitPrice }, index) => <LinePriceText index={index} isTyped={typeof unitPrice === 'number'} />,
      },
      {
        kind: 'computed',
        id: 'total',
        header: 'Total',
        align: 'end',
        width: 110,
        render: (_line, index) => <LineTotal index={index} />,
      },
      {
        kind: 'computed',
        id: 'availability',
        header: 'Stock',
        width: 150,
        render: (line, index) => {
          const product = products.get(line.productID);
          const key = lineKey(line, index, products);
          return (
            !isReadOnly &&
            product &&
            key && (
              <AvailabilityCell hold={hold} lineKey={key} product={product} unitID={line.unitID} line={index + 1} />
            )
          );
        },
      },
      { kind: 'number', id: 'lineItemNumber', header: 'Line no.', width: 72, placeholder: 'auto' },
    ],
    [products, onPickProduct, limit.source, hold, isReadOnly],
  );

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
      <OrderPrices value={board}>
        <div ref={table}>
          <LineTable<OrderFormLine> name="lines" columns={columns} newLine={newOrderLine} footer={footer} />
        </div>
      </OrderPrices>
    </FormSection>
  );
}
