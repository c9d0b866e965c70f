import {
  crudEndpoints,
  declareFlag,
  declareReference,
  fieldTable,
  idOf,
  namedRecord,
  referencedKind,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a unit group in requests. */
export const unitGroupReference = idOf('ugr', 'Unit group is required');

/** Id of a product line in requests. */
export const productLineReference = idOf('pln', 'Product line is required');

const unitGroupKind = referencedKind({
  type: 'unit_group',
  noun: 'unit group',
  id: unitGroupReference,
  shown: namedRecord,
  by: ['name'],
  needs: 'unit_groups:read',
  home: '/dashboard/units-of-measure/groups',
});

/** Unit group of new items of a product line or category. */
export const declareUnitGroup = (description: string) =>
  declareReference(unitGroupKind, {
    label: 'Unit group',
    description,
    synonyms: ['unit group name', 'uom group', 'unit of measure group'],
    example: 'Pairs',
  });

/** Fields of a product line besides its name. */
export const productLineFields = fieldTable({
  /** Sales of its products earn no commission. */
  isCommissionExempt: declareFlag({
    label: 'Commission exempt',
    description: 'Sales of the line earn no commission',
    initial: true,
    filter: 'isCommissionExempt',
    synonyms: ['exempt from commission', 'no commission'],
  }),
  /** Its products ship without freight charge. */
  isFreightExempt: declareFlag({
    label: 'Freight exempt',
    description: 'The line ships without freight charge',
    filter: 'isFreightExempt',
    synonyms: ['exempt from freight', 'no freight', 'free freight'],
  }),
  unitGroup: declareUnitGroup('New products of the line are measured in it'),
});

/** A family of products (spec operations section 3). */
export const productLines = crudEndpoints({
  one: 'ProductLine',
  many: 'ProductLines',
  words: ['product line', 'product lines'],
  path: '/v1/product-lines',
  domain: 'product_lines',
  prefix: 'pln',
  fields: productLineFields,
  row: { name: z.string(), ...productLineFields.reply, productCount: z.int() },
  sortBy: ['name', 'productCount', 'createdAt'],
  filters: productLineFields.filters,
  body: { name: requiredLine(100, 'Product line name is required'), ...productLineFields.input },
});

export const {
  list: listProductLines,
  get: getProductLine,
  create: createProductLine,
  update: updateProductLine,
  remove: deleteProductLine,
} = productLines;
export type ProductLine = z.output<typeof productLines.row>;
