import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decimal } from '@millwright/core/contracts';
import { parse } from 'csv-parse/sync';

type Row = Record<string, string>;
type Table = readonly (readonly string[])[];

/** Import files with headings, as exported from an old system. */
export interface AdventureWorksImports {
  products: Table;
  customers: Table;
  salesOrders: Table;
}

const day = (text = ''): string => text.slice(0, 10);

const byID = (rows: readonly Row[], column: string): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row[column] ?? '', row]));

/** One table as CSV text. */
export const csvText = (table: Table): string =>
  table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/**
 * The AdventureWorks sample as three imports. A customer is a store, with the account number of its row without a
 * person; orders name the store of their CustomerID; the net unit price has six decimals.
 */
export function adventureWorksImports(folder: string): AdventureWorksImports {
  const read = (name: string): Row[] =>
    parse(readFileSync(join(folder, `${name}.csv`)), { columns: true, skip_empty_lines: true, bom: true }) as Row[];
  const products = read('Product');
  const productByID = byID(products, 'ProductID');
  const customers = read('Customer');
  const accountOf = new Map(
    customers.filter((row) => row['StoreID'] && !row['PersonID']).map((row) => [row['StoreID'], row['AccountNumber']]),
  );
  const storeOf = new Map(customers.map((row) => [row['CustomerID'], row['StoreID']]));
  const lookups = lookupsOf(read);
  return {
    products: [
      [
        'Product number',
        'Description',
        'Category',
        'Subcategory',
        'Color',
        'Size',
        'Unit price',
        'Unit cost',
        'Order point',
        'Lead time',
        'Start date',
        'End date',
      ],
      ...products.map((row) => {
        const subcategory = lookups.subcategories.get(row['ProductSubcategoryID'] ?? '');
        return [
          row['ProductNumber'] ?? '',
          row['Name'] ?? '',
          lookups.categories.get(subcategory?.['ProductCategoryID'] ?? '')?.['Name'] ?? '',
          subcategory?.['Name'] ?? '',
          row['Color'] ?? '',
          `${row['Size'] ?? ''} ${lookups.units.get(row['SizeUnitMeasureCode'] ?? '')?.['Name'] ?? ''}`.trim(),
          row['ListPrice'] ?? '',
          row['StandardCost'] ?? '',
          row['ReorderPoint'] ?? '',
          row['DaysToManufacture'] ?? '',
          day(row['SellStartDate']),
          day(row['SellEndDate']),
        ];
      }),
    ],
    customers: [
      ['Customer number', 'Name', ...addressHeadings('Bill to'), ...addressHeadings('Ship to')],
      ...read('Store').map((store) => {
        const id = store['BusinessEntityID'] ?? '';
        return [
          accountOf.get(id) ?? '',
          store['Name'] ?? '',
          ...lookups.addressOf(id, mainOffice),
          ...lookups.addressOf(id, shipping, mainOffice),
        ];
      }),
    ],
    salesOrders: [
      [
        'Order number',
        'Customer number',
        'Customer PO',
        'Order date',
        'Promised date',
        ...addressHeadings('Ship to'),
        'Subtotal',
        'SKU',
        'Quantity',
        'Unit price',
      ],
      ...orderRows(read, { storeOf, accountOf, productByID, lookups }),
    ],
  };
}

/** Codes of AddressType.csv. */
const mainOffice = '3';
const shipping = '5';

const addressHeadings = (role: string): string[] =>
  ['name', 'line 1', 'line 2', 'city', 'state', 'postal code', 'country'].map((part) => `${role} ${part}`);

function lookupsOf(read: (name: string) => Row[]) {
  const places = byID(read('Address'), 'AddressID');
  const states = byID(read('StateProvince'), 'StateProvinceID');
  const stores = byID(read('Store'), 'BusinessEntityID');
  const links = read('BusinessEntityAddress');
  const linked = new Map(
    links.map((link) => [`${link['BusinessEntityID']}/${link['AddressTypeID']}`, link['AddressID'] ?? '']),
  );
  const addressCells = (name: string, addressID: string): string[] => {
    const place = places.get(addressID);
    const state = states.get(place?.['StateProvinceID'] ?? '');
    return [
      name,
      place?.['AddressLine1'] ?? '',
      place?.['AddressLine2'] ?? '',
      place?.['City'] ?? '',
      (state?.['StateProvinceCode'] ?? '').trim(),
      place?.['PostalCode'] ?? '',
      state?.['CountryRegionCode'] ?? '',
    ];
  };
  return {
    addressCells,
    /** The store's address of the first of these types that it has. */
    addressOf: (storeID: string, ...types: string[]): string[] => {
      const addressID = types.map((type) => linked.get(`${storeID}/${type}`)).find(Boolean);
      return addressID ? addressCells(stores.get(storeID)?.['Name'] ?? '', addressID) : Array<string>(7).fill('');
    },
    units: byID(read('UnitMeasure'), 'UnitMeasureCode'),
    categories: byID(read('ProductCategory'), 'ProductCategoryID'),
    subcategories: byID(read('ProductSubcategory'), 'ProductSubcategoryID'),
    storeName: (storeID = ''): string => stores.get(storeID)?.['Name'] ?? '',
  };
}

function orderRows(
  read: (name: string) => Row[],
  sources: {
    storeOf: ReadonlyMap<string | undefined, string | undefined>;
    accountOf: ReadonlyMap<string | undefined, string | undefined>;
    productByID: ReadonlyMap<string, Row>;
    lookups: ReturnType<typeof lookupsOf>;
  },
): string[][] {
  const { storeOf, accountOf, productByID, lookups } = sources;
  const headers = byID(read('SalesOrderHeader'), 'SalesOrderID');
  return read('SalesOrderDetail').map((line) => {
    const header = headers.get(line['SalesOrderID'] ?? '') ?? {};
    const storeID = storeOf.get(header['CustomerID']);
    return [
      header['SalesOrderNumber'] ?? '',
      accountOf.get(storeID) ?? '',
      header['PurchaseOrderNumber'] ?? '',
      day(header['OrderDate']),
      day(header['DueDate']),
      ...lookups.addressCells(lookups.storeName(storeID), header['ShipToAddressID'] ?? ''),
      header['SubTotal'] ?? '',
      productByID.get(line['ProductID'] ?? '')?.['ProductNumber'] ?? '',
      line['OrderQty'] ?? '',
      netUnitPrice(line),
    ];
  });
}

/** UnitPrice x (1 - UnitPriceDiscount), six decimals, half up. */
const netUnitPrice = (line: Row): string =>
  decimal(line['UnitPrice'] ?? '0')
    .times(decimal('1').minus(decimal(line['UnitPriceDiscount'] ?? '0')))
    .toFixed(6, 1);
