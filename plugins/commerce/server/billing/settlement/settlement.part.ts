import { definePart, numbersWithoutGaps, route } from '@millwright/core/server';
import {
  createSettlement,
  deleteSettlement,
  getSettlement,
  listSettlements,
  proposeSettlement,
  settlementDeclarations,
  updateSettlement,
} from '../../../contracts/index.ts';
import { Settlement } from './settlement.entity.ts';
import { findSettlementsByNumber, settlementByID, settlementRows } from './settlement.queries.ts';
import { changeSettlement, propose, settle, undoSettlement } from './settlement.service.ts';

export const settlementPart = definePart({
  ...settlementDeclarations,
  entities: [Settlement],
  routes: () => [
    route(listSettlements, (ctx, { query }) => settlementRows.find(ctx, query)),
    route(createSettlement, (ctx, { body }) => settle(ctx, body)),
    route(proposeSettlement, (ctx, { body }) => propose(ctx, body)),
    route(getSettlement, (ctx, { params }) => settlementByID(ctx, params.settlementID)),
    route(updateSettlement, (ctx, { params, body }) => changeSettlement(ctx, params.settlementID, body)),
    route(deleteSettlement, (ctx, { params }) => undoSettlement(ctx, params.settlementID)),
  ],
  recordSources: () => [
    {
      type: 'settlement',
      label: async (ctx, id) => (await settlementByID(ctx, id)).number,
      findByNumber: findSettlementsByNumber,
    },
  ],
  numbering: [{ kind: 'settlement', label: 'Settlements', first: 1000 }],
  invariants: [numbersWithoutGaps('commerce.settlement-numbers-without-gaps', 'settlement', 'commerce.settlement')],
  samples: [
    {
      table: 'commerce.settlement',
      row: (ids) => ({
        number: 'sample-{label}',
        number_key: 'sample-{label}',
        responsible_id: ids('core.member'),
        note: 'Canary {label}',
      }),
    },
  ],
});
