import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  emit,
  indexRecord,
  refuseIfUsed,
  type SearchableRecord,
  sql,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import {
  type createProductLine,
  listProductLines,
  listProducts,
  type ProductLine as ProductLineReply,
  productLineChanged,
  productLineCreated,
  productLineDeleted,
  type updateProductLine,
} from '../../../contracts/index.ts';
import { UnitGroup } from '../../units/unit-group/unit-group.entity.ts';
import { touchedItems } from '../item/item-kinds.ts';
import { ProductLine } from './product-line.entity.ts';
import { productLineByID } from './product-line.queries.ts';

const facts = ({ name, isCommissionExempt, isFreightExempt, unitGroup }: ProductLineReply) => ({
  name,
  isCommissionExempt,
  isFreightExempt,
  unitGroup: unitGroup?.name ?? null,
});

/** Product lines. */
export class ProductLineService {
  async create(
    ctx: AccountContext,
    input: EndpointRequest<typeof createProductLine>['body'],
  ): Promise<ProductLineReply> {
    const { unitGroupID, ...fields } = input;
    const unitGroup = await this.#unitGroup(ctx, unitGroupID);
    const line = ctx.em.create(ProductLine, { id: newID('pln'), ...fields, unitGroup: unitGroup ?? null });
    const aggregate = { type: 'product_line', id: line.id };
    audit(ctx, { record: aggregate, action: 'created' });
    emit(ctx, productLineCreated, { productLineID: line.id, name: line.name }, aggregate);
    await ctx.em.flush();
    await indexRecord(ctx, { ...aggregate, title: line.name, text: '' });
    touched(ctx, listProductLines);
    return productLineByID(ctx, line.id);
  }

  async update(
    ctx: AccountContext,
    productLineID: string,
    input: EndpointRequest<typeof updateProductLine>['body'],
  ): Promise<ProductLineReply> {
    const { version, unitGroupID, ...fields } = input;
    const line = await ctx.em.get(ProductLine, productLineID);
    ctx.em.expectVersion(line, version);
    const before = facts(await productLineByID(ctx, productLineID));
    ctx.em.assign(line, { ...fields, unitGroup: await this.#unitGroup(ctx, unitGroupID) });
    await ctx.em.flush();
    const reply = await productLineByID(ctx, productLineID);
    const changes = changesOf(before, facts(reply), ['name', 'isCommissionExempt', 'isFreightExempt', 'unitGroup']);
    if (changes.length === 0) return reply;
    const aggregate = { type: 'product_line', id: productLineID };
    audit(ctx, { record: aggregate, action: 'updated', changes });
    emit(
      ctx,
      productLineChanged,
      { productLineID, name: reply.name, fields: changes.map(({ field }) => field) },
      aggregate,
    );
    await ctx.em.flush();
    await indexRecord(ctx, { ...aggregate, title: reply.name, text: '' });
    touched(ctx, listProductLines, listProducts);
    touchedItems(ctx);
    return reply;
  }

  async remove(ctx: AccountContext, productLineID: string): Promise<undefined> {
    const line = await ctx.em.getForUpdate(ProductLine, productLineID);
    // Products that are being put into the line hold a key share of it; this waits for them and keeps further ones out.
    await sql`select id from inventory.product_line
      where account_id = ${ctx.account.id} and id = ${productLineID} for update`.execute(ctx.em.query());
    await refuseIfUsed(ctx, 'product_line', line);
    ctx.em.remove(line);
    const aggregate = { type: 'product_line', id: productLineID };
    audit(ctx, { record: aggregate, action: 'deleted', note: line.name });
    emit(ctx, productLineDeleted, { productLineID, name: line.name }, aggregate);
    await ctx.em.flush();
    await unindexRecord(ctx, aggregate.type, aggregate.id);
    touched(ctx, listProductLines);
  }

  /** Null takes the group away, undefined leaves it. */
  async #unitGroup(ctx: AccountContext, id: string | null | undefined): Promise<UnitGroup | null | undefined> {
    if (!id) return id as null | undefined;
    const unitGroup = await ctx.em.findOne(UnitGroup, { accountID: ctx.account.id, id });
    if (!unitGroup)
      throw problems.invalid_input({ errors: [{ path: 'unitGroupID', message: 'There is no such unit group' }] });
    return unitGroup;
  }
}

/** What generic parts ask about product lines. */
export const productLineRecords: SearchableRecord = {
  type: 'product_line',
  label: async (ctx, id) => (await ctx.em.get(ProductLine, id)).name,
};
