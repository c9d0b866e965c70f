import { useLocation } from 'react-router';
import {
  bulkDeleteProducts,
  bulkEditProducts,
  type CategoryType,
  createItemBody,
  createProduct,
  createProductBody,
  deleteProduct,
  type getItem,
  getProduct,
  type ItemType,
  type listItems,
  listProducts,
  materialEndpoints,
  partEndpoints,
  previewBulkEditProducts,
  supplyEndpoints,
  updateItemBody,
  updateProduct,
  updateProductBody,
} from '../../../contracts/index.ts';

/** What the screens of one type of items are made of. */
export interface ItemKind {
  type: ItemType;
  /** Names in sentences and in titles, one and many. */
  one: string;
  many: string;
  title: string;
  titles: string;
  /** Code of its permissions, and name of its list and of its import. */
  code: 'products' | 'parts' | 'materials' | 'supplies';
  href: string;
  categoryType: CategoryType;
  empty: string;
  list: typeof listItems;
  get: typeof getItem;
  create: typeof createProduct;
  update: typeof updateProduct;
  remove: typeof deleteProduct;
  bulkDelete: typeof bulkDeleteProducts;
  bulkEdit: typeof bulkEditProducts;
  previewBulkEdit: typeof previewBulkEditProducts;
  createBody: typeof createProductBody;
  updateBody: typeof updateProductBody;
}

type Calls = Pick<
  ItemKind,
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'bulkDelete'
  | 'bulkEdit'
  | 'previewBulkEdit'
  | 'createBody'
  | 'updateBody'
>;

// The types differ in what only products have; screens ask for that of products alone, and find nothing on the others.
const callsOf = (endpoints: typeof partEndpoints | typeof materialEndpoints | typeof supplyEndpoints): Calls =>
  ({ ...endpoints, createBody: createItemBody, updateBody: updateItemBody }) as unknown as Calls;

const productCalls = {
  list: listProducts,
  get: getProduct,
  create: createProduct,
  update: updateProduct,
  remove: deleteProduct,
  bulkDelete: bulkDeleteProducts,
  bulkEdit: bulkEditProducts,
  previewBulkEdit: previewBulkEditProducts,
  createBody: createProductBody,
  updateBody: updateProductBody,
} as unknown as Calls;

const product: ItemKind = {
  ...productCalls,
  type: 'product',
  one: 'product',
  many: 'products',
  title: 'Product',
  titles: 'Products',
  code: 'products',
  href: '/dashboard/products',
  categoryType: 'product',
  empty: 'Products are what customers order: goods, services, freight and credits.',
};

/** The four types of items by the first part of their addresses. */
const kinds: Readonly<Record<string, ItemKind>> = {
  products: product,
  parts: {
    ...callsOf(partEndpoints),
    type: 'part',
    one: 'part',
    many: 'parts',
    title: 'Part',
    titles: 'Parts',
    code: 'parts',
    href: '/dashboard/parts',
    categoryType: 'material',
    empty: 'Parts are made on the way to a product.',
  },
  materials: {
    ...callsOf(materialEndpoints),
    type: 'material',
    one: 'material',
    many: 'materials',
    title: 'Material',
    titles: 'Materials',
    code: 'materials',
    href: '/dashboard/materials',
    categoryType: 'material',
    empty: 'Materials are bought and used up in production: yarn, leather, cartons.',
  },
  supplies: {
    ...callsOf(supplyEndpoints),
    type: 'supply',
    one: 'supply',
    many: 'supplies',
    title: 'Supply',
    titles: 'Supplies',
    code: 'supplies',
    href: '/dashboard/supplies',
    categoryType: 'material',
    empty: 'Supplies keep the business running and go into no product: tape, needles, oil.',
  },
};

/** The type of the screen that is open; the same screens serve `/dashboard/products` and `/dashboard/materials`. */
export function useItemKind(): ItemKind {
  const { pathname } = useLocation();
  return kinds[pathname.split('/')[2] ?? ''] ?? product;
}
