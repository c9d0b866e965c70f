import { among, definePart, Member, projection, referenceAggregate, sql } from '@millwright/core/server';
import { listTerritories, territories, territoryDeclarations, territoryProblems } from '../../../contracts/index.ts';
import { createDemoTerritories } from '../pricing-demo.ts';
import { Territory } from './territory.entity.ts';
import { territoryImport } from './territory-import.ts';
import { refuseTerritory } from './territory-overlap.ts';

const salesRep = sql`(select json_build_object('id', rep.id, 'name', rep.name) from core.v_members rep
  where rep.account_id = territory.account_id and rep.id = territory.sales_rep_id)`;
const productLine = sql`(select json_build_object('id', line.id, 'name', line.name) from inventory.v_product_lines line
  where line.account_id = territory.account_id and line.id = territory.product_line_id)`;
const name = sql`(${salesRep} ->> 'name') || ': ' || coalesce(nullif(concat_ws(', ', territory.state,
  lpad(territory.start_zipcode::text, 5, '0') || '-' || lpad(territory.end_zipcode::text, 5, '0'),
  ${productLine} ->> 'name'), ''), 'everywhere')`;

const view = projection(territories.row, {
  list: listTerritories,
  table: 'commerce.territory',
  computed: { name, salesRep, productLine },
  search: [name],
  filters: { salesRepIDs: (ids) => among('territory.sales_rep_id', ids) },
  order: ['name'],
});

const crud = referenceAggregate({
  entity: Territory,
  table: 'commerce.territory',
  endpoints: territories,
  view,
  lists: [listTerritories],
  fields: ['salesRep', 'state', 'startZipcode', 'endZipcode', 'productLine'],
  facts: (territory) => ({
    ...territory,
    salesRep: territory.salesRep.name,
    productLine: territory.productLine?.name ?? null,
  }),
  data: (ctx, { salesRepID, ...area }) => ({
    ...area,
    ...(salesRepID ? { salesRep: ctx.em.reference(Member, salesRepID) } : {}),
  }),
  refuse: (ctx, territory) => refuseTerritory(ctx, territory),
  import: territoryImport,
});

export const territoryPart = definePart({
  ...crud,
  problems: territoryProblems,
  ...territoryDeclarations,
  references: [
    {
      to: 'product_line',
      what: ['territory', 'territories'],
      table: 'commerce.territory',
      column: 'product_line_id',
    },
  ],
  demo: createDemoTerritories,
  samples: [
    {
      table: 'commerce.territory',
      row: (ids) => ({
        sales_rep_id: ids('core.member'),
        state: 'MN',
        start_zipcode: 55_801,
        end_zipcode: 55_899,
        product_line_id: 'pln_{label}',
      }),
    },
  ],
});
