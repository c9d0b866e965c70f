import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

type Row = Record<string, string>;
type Table = readonly (readonly string[])[];

/** A receipt in the test's own calculation. */
interface Receipt {
  day: string;
  unitCost: number;
  quantity: number;
}

/** AdventureWorks stock as import files with headings, and the expected results. */
export interface AdventureWorksStock {
  suppliers: Table;
  supplierMaterials: Table;
  receipts: Table;
  /** The same as orders, one row per line. */
  purchaseOrders: Table;
  /** Counted quantities per item over all places. */
  totals: Table;
  /** Counted quantities by place; received stock lies nowhere else. */
  counts: Table;
  /** By product number: counted quantity, and the lowest and highest average cost that the oldest-first rule allows. */
  expected: ReadonlyMap<string, { onHand: number; receipts: number; lowest: number; highest: number }>;
  places: number;
  /** Paths of all places, outermost first: `Tool Crib`, `Tool Crib / A`, `Tool Crib / A / 1`. */
  tree: ReadonlySet<string>;
}

const day = (text = ''): string => text.slice(0, 10);

/**
 * Average cost of the remaining receipts if the oldest are used until `left` remains. The order of two receipts of one
 * day is not defined: `dearFirst` chooses it.
 */
function averageLeft(receipts: readonly Receipt[], left: number, dearFirst: boolean): number {
  const newestFirst = receipts.toSorted(
    (a, b) => b.day.localeCompare(a.day) || (dearFirst ? a.unitCost - b.unitCost : b.unitCost - a.unitCost),
  );
  let [wanted, quantity, value] = [left, 0, 0];
  for (const receipt of newestFirst) {
    const taken = Math.min(wanted, receipt.quantity);
    [wanted, quantity, value] = [wanted - taken, quantity + taken, value + taken * receipt.unitCost];
  }
  return quantity === 0 ? 0 : value / quantity;
}

const came = (line: Row): boolean => Number(line['ReceivedQty']) > 0;

/**
 * Status 1 is pending, a draft until something has come; 2 approved, 3 rejected, 4 complete, although perhaps not in
 * full.
 */
function statusOf(code: string, lines: readonly Row[]): string {
  if (code === '1') return lines.some(came) ? 'issued' : 'estimate';
  if (code === '2') return 'issued';
  if (code === '3') return 'closed_short';
  return lines.every((line) => Number(line['StockedQty']) >= Number(line['OrderQty'])) ? 'fulfilled' : 'closed_short';
}

/** Vendors as suppliers, purchase orders as receipts, and the inventory as a count. */
export function adventureWorksStock(folder: string): AdventureWorksStock {
  const read = (name: string): Row[] =>
    parse(readFileSync(join(folder, `${name}.csv`)), { columns: true, skip_empty_lines: true, bom: true }) as Row[];
  const text = (row: Row, column: string): string => row[column] ?? '';
  const numbers = new Map(read('Product').map((row) => [row['ProductID'], row['ProductNumber'] ?? '']));
  const skuOf = (row: Row): string => numbers.get(text(row, 'ProductID')) ?? '';
  const vendors = read('Vendor');
  const vendorNumbers = new Map(vendors.map((row) => [row['BusinessEntityID'], row['AccountNumber'] ?? '']));
  const orders = new Map(read('PurchaseOrderHeader').map((row) => [row['PurchaseOrderID'], row]));
  const locations = new Map(read('Location').map((row) => [row['LocationID'], row['Name'] ?? '']));
  const details = read('PurchaseOrderDetail');
  const inventory = read('ProductInventory');
  const linesOf = Map.groupBy(details, (row) => text(row, 'PurchaseOrderID'));
  const shipped = (row: Row): string => day(orders.get(text(row, 'PurchaseOrderID'))?.['ShipDate']);
  const placeOf = (row: Row): string =>
    [locations.get(text(row, 'LocationID')) ?? '', text(row, 'Shelf'), text(row, 'Bin')].join(' / ');

  const receipts = Map.groupBy(
    details.map((row) => ({
      sku: skuOf(row),
      day: shipped(row),
      unitCost: Number(row['UnitPrice']),
      quantity: Number(row['StockedQty']),
    })),
    ({ sku }) => sku,
  );
  const counted = Map.groupBy(inventory, skuOf);
  const expected = new Map(
    [...counted].map(([sku, rows]) => {
      const onHand = rows.reduce((sum, row) => sum + Number(row['Quantity']), 0);
      const itemReceipts = receipts.get(sku) ?? [];
      const received = itemReceipts.reduce((sum, { quantity }) => sum + quantity, 0);
      const left = Math.min(onHand, received);
      return [
        sku,
        {
          onHand,
          receipts: received,
          lowest: averageLeft(itemReceipts, left, true),
          highest: averageLeft(itemReceipts, left, false),
        },
      ] as const;
    }),
  );
  return {
    suppliers: [['Account number', 'Name'], ...vendors.map((row) => [text(row, 'AccountNumber'), text(row, 'Name')])],
    supplierMaterials: [
      ['Supplier number', 'Product number', 'Lead time', 'Standard price', 'Last cost', 'Min order quantity'],
      ...read('ProductVendor').map((row) => [
        vendorNumbers.get(text(row, 'BusinessEntityID')) ?? '',
        skuOf(row),
        text(row, 'AverageLeadTime'),
        text(row, 'StandardPrice'),
        text(row, 'LastReceiptCost'),
        text(row, 'MinOrderQty'),
      ]),
    ],
    receipts: [
      ['PO number', 'Line', 'Product number', 'Received', 'Rejected', 'Stocked quantity', 'Unit price', 'Received on'],
      ...details.map((row) => [
        text(row, 'PurchaseOrderID'),
        text(row, 'PurchaseOrderDetailID'),
        skuOf(row),
        text(row, 'ReceivedQty'),
        text(row, 'RejectedQty'),
        text(row, 'StockedQty'),
        text(row, 'UnitPrice'),
        shipped(row),
      ]),
    ],
    purchaseOrders: [
      [
        ...[
          'PO number',
          'Vendor number',
          'Order date',
          'Received on',
          'Status',
          'Subtotal',
          'Product number',
          'Quantity',
        ],
        ...['Unit price', 'Due date', 'Received', 'Rejected', 'Stocked'],
      ],
      ...details.map((row) => {
        const number = text(row, 'PurchaseOrderID');
        const order = orders.get(number) ?? {};
        return [
          number,
          vendorNumbers.get(text(order, 'VendorID')) ?? '',
          day(order['OrderDate']),
          (linesOf.get(number) ?? []).some(came) ? day(order['ShipDate']) : '',
          statusOf(text(order, 'Status'), linesOf.get(number) ?? []),
          text(order, 'SubTotal'),
          skuOf(row),
          text(row, 'OrderQty'),
          text(row, 'UnitPrice'),
          day(row['DueDate']),
          text(row, 'ReceivedQty'),
          text(row, 'RejectedQty'),
          text(row, 'StockedQty'),
        ];
      }),
    ],
    totals: [['Product number', 'Quantity'], ...[...expected].map(([sku, { onHand }]) => [sku, `${onHand}`])],
    counts: [
      ['Product number', 'Quantity', 'Location'],
      ...inventory.map((row) => [skuOf(row), text(row, 'Quantity'), placeOf(row)]),
      ...[...expected.keys()].map((sku) => [sku, '0', 'Main warehouse']),
    ],
    expected,
    places: new Set(inventory.map(placeOf)).size,
    tree: new Set(
      inventory.flatMap((row) => {
        const path = placeOf(row).split(' / ');
        return path.map((_, depth) => path.slice(0, depth + 1).join(' / '));
      }),
    ),
  };
}
