import { definePart, emitAll, type PlainFact, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  listProductLines,
  listProducts,
  productLineChanged,
  productLineCreated,
  productLineDeclarations,
  productLineDeleted,
  productLineEvents,
  productLineFields,
  productLines,
} from '../../../contracts/index.ts';
import { unitGroupReferences } from '../../units/unit-group/unit-group.entity.ts';
import { itemLists } from '../item/reference/item-kinds.ts';
import { ProductLine } from './product-line.entity.ts';

const view = projection(productLines.row, {
  list: listProductLines,
  table: 'inventory.product_line',
  fields: productLineFields,
  tables: unitGroupReferences,
  computed: {
    productCount: sql`(select count(*)::int from inventory.item item
      where item.account_id = product_line.account_id and item.product_line_id = product_line.id)`,
  },
  search: ['name'],
  order: ['name'],
});

const told = ({ id, values }: PlainFact) => ({
  payload: { productLineID: id, name: String(values['name']) },
  aggregate: { type: 'product_line', id },
});

/** Product lines, with their commands for imports of items. */
export const productLineRecord = referenceAggregate({
  entity: ProductLine,
  table: 'inventory.product_line',
  endpoints: productLines,
  tables: unitGroupReferences,
  view,
  lists: [listProductLines, listProducts],
  shownIn: itemLists,
  tell: {
    created: (ctx, facts) => emitAll(ctx, productLineCreated, facts.map(told)),
    changed: (ctx, facts) =>
      emitAll(
        ctx,
        productLineChanged,
        facts.map((fact) => {
          const { payload, aggregate } = told(fact);
          return { payload: { ...payload, fields: [...fact.fields] }, aggregate };
        }),
      ),
    deleted: (ctx, facts) => emitAll(ctx, productLineDeleted, facts.map(told)),
  },
  import: {
    named: {
      synonyms: ['product line', 'product line name', 'line', 'line name', 'product family', 'family'],
      example: 'Gloves',
    },
    fieldWords: {
      isCommissionExempt: {
        description: 'yes where the row does not say: sales of its products earn no commission.',
      },
      isFreightExempt: { description: 'no where the row does not say: its products are charged freight.' },
      unitGroup: { description: 'The group that new products of the line are measured in.' },
    },
  },
});

export const productLinePart = definePart({
  ...productLineRecord,
  ...productLineDeclarations,
  events: productLineEvents,
  references: [
    {
      to: 'unit_group',
      what: ['product line', 'product lines'],
      table: 'inventory.product_line',
      column: 'unit_group_id',
      label: 'referrer.name',
    },
  ],
  samples: [
    {
      table: 'inventory.product_line',
      row: (ids) => ({
        name: 'Line {label}',
        is_commission_exempt: true,
        is_freight_exempt: false,
        unit_group_id: ids('inventory.unit_group'),
      }),
    },
  ],
});
