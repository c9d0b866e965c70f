import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  inUse,
  type SearchableRecord,
  sql,
  todayOf,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import { type createLot, type Lot as LotReply, listLots, lotNumber, type updateLot } from '../../../contracts/index.ts';
import { Item } from '../../catalogue/item/item.entity.ts';
import { settleLots } from '../demand/closed-stock.ts';
import { Lot } from './lot.entity.ts';
import { lotView } from './lot.queries.ts';

const facts = (lot: LotReply) => ({ lotNumber: lot.lotNumber, expiresOn: lot.expiresOn, notes: lot.notes });

const documentOf = (lot: LotReply) => ({
  type: 'lot',
  id: lot.id,
  title: lot.lotNumber,
  subtitle: lot.item.sku,
  text: '',
});

/** Lots of items. */
export class LotService {
  async create(ctx: AccountContext, input: EndpointRequest<typeof createLot>['body']): Promise<LotReply> {
    const { itemID, lotNumber, expiresOn = null, notes = null } = input;
    const item = await ctx.em.findOne(Item, { accountID: ctx.account.id, id: itemID });
    if (!item) throw problems.invalid_input({ errors: [{ path: 'itemID', message: 'There is no such item' }] });
    const isBlocked = expiresOn !== null && expiresOn < todayOf(ctx);
    const lot = ctx.em.create(Lot, { id: newID('lot'), item, lotNumber, expiresOn, notes, isBlocked });
    audit(ctx, { record: { type: 'lot', id: lot.id }, action: 'created' });
    await ctx.em.flush();
    const reply = await lotView.byID(ctx, lot.id);
    await indexRecord(ctx, documentOf(reply));
    touched(ctx, listLots);
    return reply;
  }

  async update(
    ctx: AccountContext,
    lotID: string,
    { version, ...fields }: EndpointRequest<typeof updateLot>['body'],
  ): Promise<LotReply> {
    const lot = await ctx.em.getForUpdate(Lot, lotID);
    ctx.em.expectVersion(lot, version);
    const before = await lotView.byID(ctx, lotID);
    ctx.em.assign(lot, fields);
    await ctx.em.flush();
    if (fields.expiresOn !== undefined) await settleLots(ctx, [lotID]);
    const reply = await lotView.byID(ctx, lotID);
    const changes = changesOf(facts(before), facts(reply), ['lotNumber', 'expiresOn', 'notes']);
    if (changes.length === 0) return reply;
    audit(ctx, { record: { type: 'lot', id: lotID }, action: 'updated', changes });
    await ctx.em.flush();
    await indexRecord(ctx, documentOf(reply));
    touched(ctx, listLots);
    return reply;
  }

  async remove(ctx: AccountContext, lotID: string): Promise<undefined> {
    const lot = await ctx.em.getForUpdate(Lot, lotID);
    // A movement of the lot holds a key share lock on it; this lock waits for such movements and keeps new ones out.
    await sql`select id from inventory.lot where account_id = ${ctx.account.id} and id = ${lotID} for update`.execute(
      ctx.em.query(),
    );
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from inventory.movement
      where account_id = ${ctx.account.id} and lot_id = ${lotID}`.execute(ctx.em.query());
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw inUse(lot.lotNumber, [{ what: count === 1 ? 'stock movement' : 'stock movements', count, examples: [] }]);
    ctx.em.remove(lot);
    audit(ctx, { record: { type: 'lot', id: lotID }, action: 'deleted', note: lot.lotNumber });
    await ctx.em.flush();
    await unindexRecord(ctx, 'lot', lotID);
    touched(ctx, listLots);
  }
}

/** Lots for generic features (search, references). */
export const lotRecords: SearchableRecord = {
  type: 'lot',
  label: async (ctx, id) => (await lotView.byID(ctx, id)).lotNumber,
  findByNumber: async (ctx, number) => {
    const lots = await ctx.em.find(
      Lot,
      { accountID: ctx.account.id, lotNumber: lotNumber(number) },
      { populate: ['item'] },
    );
    return lots.map((lot) => ({ id: lot.id, label: `${lot.lotNumber} of ${lot.item.sku}` }));
  },
};
