import { type figureFilterNames, type Grouping, groupingNames, groupings } from '../figures/filter.ts';
import {
  analyzeNewCustomers,
  analyzeOrders,
  analyzeProductsOnOrder,
  analyzeQuarterlyOrders,
  analyzeSales,
  type BreakdownRow,
  type NewCustomersAnswer,
  type OrdersAnswer,
  type ProductsOnOrderAnswer,
  type QuarterlyOrdersAnswer,
  type SalesAnswer,
} from '../figures/sales.contract.ts';
import { type DrillDown, defineReport, pointsOf, type ReportTable } from './report.ts';

const salesFilters = ['productLineIDs', 'customerIDs', 'customerGroupIDs', 'salesRepIDs', 'itemIDs'] as const;

/** Document filter for a row, by grouping. */
const filterOf = {
  customer: 'customerIDs',
  customerGroup: 'customerGroupIDs',
  salesRep: 'salesRepIDs',
  productLine: 'productLineIDs',
  item: 'itemIDs',
} as const satisfies Record<Grouping, (typeof figureFilterNames)[number]>;

const recordOf: Partial<Record<Grouping, string>> = { customer: 'customer', item: 'product' };

function breakdownTable(
  figure: DrillDown['figure'],
  by: Grouping,
  rows: readonly BreakdownRow[],
  total: number,
): ReportTable {
  return {
    columns: [
      { name: 'name', label: groupingNames[by], kind: 'text' },
      { name: 'amount', label: 'Amount', kind: 'money' },
      { name: 'share', label: 'Share', kind: 'percent' },
    ],
    rows: rows.map(({ id, name, isRest, amount }) => ({
      id: isRest ? 'rest' : (id ?? 'none'),
      cells: { name, amount, share: total > 0 ? Math.round((amount * 1000) / total) / 10 : null },
      // There is no filter for documents without a product.
      ...(isRest || (id === null && by === 'item') ? {} : { drill: { figure, [filterOf[by]]: [id ?? 'none'] } }),
      ...(id && recordOf[by] ? { record: { type: recordOf[by], id } } : {}),
    })),
    totals: { amount: total },
  };
}

const onlyIssued = 'Estimates and bid requests are not orders yet.';

/** Invoiced amounts less credits. */
export const salesReport = defineReport({
  name: 'sales',
  title: 'Sales',
  path: '/dashboard/order-data',
  endpoint: analyzeSales,
  filters: salesFilters,
  hasPeriod: true,
  hasText: true,
  groupings,
  view: ({ total, invoiced, credited, documentCount, trend, rows, groupBy }: SalesAnswer) => ({
    figures: [
      {
        name: 'total',
        label: 'Sales',
        kind: 'money',
        value: total,
        better: 'more',
        drill: { figure: 'sales' },
        definition:
          'Line totals of invoices less order discounts, without freight and tax, by the day of the invoice, ' +
          'less credits of them, by the day of the credit. Void invoices and opening balances are not counted.',
      },
      {
        name: 'invoiced',
        label: 'Invoiced',
        kind: 'money',
        value: invoiced,
        better: 'more',
        definition: 'Line totals of invoices less order discounts, without freight and tax.',
      },
      {
        name: 'credited',
        label: 'Credited',
        kind: 'money',
        value: credited,
        better: 'less',
        definition: 'Credit memos without freight and tax, by the day of the credit.',
      },
      {
        name: 'documents',
        label: 'Invoices and credits',
        kind: 'count',
        value: documentCount,
        definition: 'Invoices and credit memos that the sales are the sum of.',
      },
    ],
    charts: [
      {
        name: 'sales',
        label: 'Sales',
        kind: 'money',
        shape: 'bar',
        points: pointsOf(trend),
        definition: 'Sales by the day of the invoice or credit.',
        drill: { figure: 'sales' },
      },
    ],
    table: breakdownTable('sales', groupBy, rows, total),
  }),
});

/** Orders by day of issue. */
export const ordersReport = defineReport({
  name: 'orders',
  title: 'Orders',
  path: '/dashboard/order-analytics',
  endpoint: analyzeOrders,
  filters: salesFilters,
  hasPeriod: true,
  hasText: true,
  groupings,
  view: (answer: OrdersAnswer) => ({
    figures: [
      {
        name: 'total',
        label: 'Ordered',
        kind: 'money',
        value: answer.total,
        better: 'more',
        definition: `Line totals of orders before order discounts, by the day of issue. ${onlyIssued}`,
        drill: { figure: 'orders' },
      },
      {
        name: 'count',
        label: 'Orders',
        kind: 'count',
        value: answer.orderCount,
        better: 'more',
        definition: `Orders that were issued. ${onlyIssued}`,
        drill: { figure: 'orders' },
      },
      {
        name: 'average',
        label: 'Average order',
        kind: 'money',
        value: answer.averageValue,
        better: 'more',
        definition: 'What was ordered, divided by the number of orders.',
      },
      {
        name: 'open',
        label: 'Open now',
        kind: 'money',
        value: answer.openTotal,
        isNow: true,
        definition: 'Line totals of orders that are issued and not completed, whenever they were issued.',
        drill: { figure: 'openOrders' },
      },
      {
        name: 'late',
        label: 'Late now',
        kind: 'count',
        value: answer.lateCount,
        better: 'less',
        isNow: true,
        definition: 'Open orders whose promised date has passed.',
      },
    ],
    charts: [
      {
        name: 'orders',
        label: 'Ordered',
        kind: 'money',
        shape: 'bar',
        points: pointsOf(answer.trend),
        definition: 'Line totals of orders by the day of issue.',
        drill: { figure: 'orders' },
      },
    ],
    table: breakdownTable('orders', answer.groupBy, answer.rows, answer.total),
  }),
});

/** Customers with their first order. */
export const newCustomersReport = defineReport({
  name: 'new-customers',
  title: 'New customers',
  path: '/dashboard/order-analytics?report=new-customers',
  endpoint: analyzeNewCustomers,
  filters: ['customerGroupIDs', 'salesRepIDs'],
  hasPeriod: true,
  view: ({ count, trend, customers }: NewCustomersAnswer) => ({
    figures: [
      {
        name: 'count',
        label: 'New customers',
        kind: 'count',
        value: count,
        better: 'more',
        definition: 'Customers whose first order was issued in the period.',
        drill: { figure: 'newCustomers' },
      },
    ],
    charts: [
      {
        name: 'customers',
        label: 'New customers',
        kind: 'count',
        shape: 'bar',
        points: pointsOf(trend),
        definition: 'Customers by the day of their first order.',
        drill: { figure: 'newCustomers' },
      },
    ],
    table: {
      columns: [
        { name: 'name', label: 'Customer', kind: 'text' },
        { name: 'number', label: 'Number', kind: 'text' },
        { name: 'salesRep', label: 'Sales rep', kind: 'text' },
        { name: 'order', label: 'First order', kind: 'text' },
        { name: 'date', label: 'Ordered on', kind: 'date' },
        { name: 'amount', label: 'Amount', kind: 'money' },
      ],
      rows: customers.map((customer) => ({
        id: customer.id,
        record: { type: 'customer', id: customer.id },
        cells: {
          name: customer.name,
          number: customer.number,
          salesRep: customer.salesRepName,
          order: customer.firstOrderNumber,
          date: customer.firstOrderedOn,
          amount: customer.amount,
        },
      })),
    },
  }),
});

const quarters = [
  ['q1', '01-01', '03-31'],
  ['q2', '04-01', '06-30'],
  ['q3', '07-01', '09-30'],
  ['q4', '10-01', '12-31'],
] as const;

/** Orders by year and quarter. */
export const quarterlyOrdersReport = defineReport({
  name: 'quarterly-orders',
  title: 'Quarterly orders',
  path: '/dashboard/quarterly-orders',
  endpoint: analyzeQuarterlyOrders,
  filters: salesFilters,
  hasPeriod: false,
  view: ({ years }: QuarterlyOrdersAnswer) => {
    const [newest, before] = years;
    return {
      figures: [
        {
          name: 'total',
          label: 'Ordered this year',
          kind: 'money',
          value: newest?.total ?? 0,
          better: 'more',
          definition: `Line totals of orders before order discounts, by the day of issue. ${onlyIssued}`,
          ...(newest
            ? { drill: { figure: 'orders', startDate: `${newest.year}-01-01`, endDate: `${newest.year}-12-31` } }
            : {}),
        },
        {
          name: 'before',
          label: 'Ordered last year',
          kind: 'money',
          value: before?.total ?? 0,
          definition: 'The same of the whole year before.',
          ...(before
            ? { drill: { figure: 'orders', startDate: `${before.year}-01-01`, endDate: `${before.year}-12-31` } }
            : {}),
        },
      ],
      charts: [
        {
          name: 'quarters',
          label: 'Ordered by quarter',
          kind: 'money',
          shape: 'bar',
          definition: 'Line totals of orders by the quarter of their issue.',
          drill: { figure: 'orders' },
          points: [...years].reverse().flatMap(({ year, ...row }) =>
            quarters.map(([name, first, last]) => ({
              label: `${name.toUpperCase()} ${year}`,
              value: row[name],
              startDate: `${year}-${first}`,
              endDate: `${year}-${last}`,
            })),
          ),
        },
      ],
      table: {
        columns: [
          { name: 'year', label: 'Year', kind: 'text' },
          ...quarters.map(([name]) => ({ name, label: name.toUpperCase(), kind: 'money' as const })),
          { name: 'total', label: 'Total', kind: 'money' },
        ],
        rows: years.map(({ year, ...row }) => ({
          id: String(year),
          cells: { year: String(year), ...row },
          drill: { figure: 'orders', startDate: `${year}-01-01`, endDate: `${year}-12-31` },
        })),
      },
    };
  },
});

/** Products of open orders. */
export const productsOnOrderReport = defineReport({
  name: 'products-on-order',
  title: 'Products on order',
  path: '/dashboard/products-on-order',
  endpoint: analyzeProductsOnOrder,
  filters: salesFilters,
  hasPeriod: false,
  view: ({ openAmount, productCount, shortCount, products, restAmount }: ProductsOnOrderAnswer) => ({
    figures: [
      {
        name: 'open',
        label: 'Still to ship',
        kind: 'money',
        value: openAmount,
        definition: 'Of open orders the line totals of products, as far as they are not shipped.',
      },
      {
        name: 'products',
        label: 'Products',
        kind: 'count',
        value: productCount,
        definition: 'Products that an open order waits for.',
      },
      {
        name: 'short',
        label: 'Short',
        kind: 'count',
        value: shortCount,
        better: 'less',
        definition: 'Products of which open orders want more than is reserved for them.',
      },
    ],
    charts: [
      {
        name: 'largest',
        label: 'Still to ship, the largest',
        kind: 'money',
        shape: 'bar',
        definition: 'The twelve products with the most left to ship.',
        points: products.slice(0, 12).map(({ sku, openAmount: value }) => ({ label: sku, value })),
      },
    ],
    table: {
      columns: [
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'text' },
        { name: 'open', label: 'To ship', kind: 'quantity' },
        { name: 'ordered', label: 'Ordered', kind: 'quantity' },
        { name: 'shipped', label: 'Shipped', kind: 'quantity' },
        { name: 'onHand', label: 'On hand', kind: 'quantity' },
        { name: 'short', label: 'Short', kind: 'quantity' },
        { name: 'expected', label: 'Expected', kind: 'quantity' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'orders', label: 'Orders', kind: 'count' },
        { name: 'amount', label: 'Amount', kind: 'money' },
      ],
      rows: [
        ...products.map(({ itemID, orderCount, openAmount: amount, ...cells }) => ({
          id: itemID,
          cells: { ...cells, orders: orderCount, amount },
          drill: { figure: 'openOrders' as const, itemIDs: [itemID] },
          record: { type: 'product', id: itemID },
        })),
        ...(restAmount ? [{ id: 'rest', cells: { sku: 'Others', amount: restAmount } }] : []),
      ],
      totals: { amount: openAmount },
    },
  }),
});
