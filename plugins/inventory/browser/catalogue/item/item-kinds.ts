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
  products,
  supplyEndpoints,
  updateItemBody,
  updateProduct,
} from '../../../contracts/index.ts';

/** Endpoints, names and columns of the screens of one item type. */
export interface ItemKind {
  type: ItemType;
  /** Names in sentences and in titles, singular and plural. */
  one: string;
  many: string;
  title: string;
  titles: string;
  /** Code of its permissions; also the name of its list and its import. */
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
  updateBody: typeof products.updateBody;
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

// The types differ in the fields of products only. Screens use these fields for products only, so one type covers all
// endpoints.
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
  updateBody: products.updateBody,
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

/** The four item types by the first part of their paths. */
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

/** The item type of the open screen; the same screens serve `/dashboard/products` and `/dashboard/materials`. */
export function useItemKind(): ItemKind {
  const { pathname } = useLocation();
  return kinds[pathname.split('/')[2] ?? ''] ?? product;
}
