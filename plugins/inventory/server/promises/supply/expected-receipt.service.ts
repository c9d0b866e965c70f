import {
  type Big,
  decimal,
  type EndpointRequest,
  newID,
  problems,
  type QuantityInput,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, type SearchableRecord, touched } from '@millwright/core/server';
import {
  type BaseQuantity,
  type CataloguePort,
  type CreateExpectedReceiptInput,
  type ExpectedReceipt,
  expectedReceiptType,
  listExpectedReceipts,
  promiseProblems,
  type receiveExpectedReceipt,
  type UpdateExpectedReceiptInput,
} from '../../../contracts/index.ts';
import { Item } from '../../catalogue/item/item.entity.ts';
import { refuseServices } from '../../catalogue/item/use/item-stocked.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { applyStock } from '../../stock/ledger/operation/stock-ledger.ts';
import { lotKey, lotsOf } from '../../stock/lot/lots-of.ts';
import { Unit } from '../../units/unit/unit.entity.ts';
import { expectedReceiptView } from './expected-receipt.queries.ts';
import { Supply } from './supply.entity.ts';
import { tellSupply } from './supply-rows.ts';

const factsOf = (receipt: ExpectedReceipt) => ({
  quantity: `${receipt.quantity.measure} ${receipt.quantity.unit}`,
  expectedOn: receipt.expectedOn,
  unitCost: receipt.unitCost,
  storageLocation: receipt.storageLocation?.fullName ?? null,
  note: receipt.note,
  isOpen: receipt.isOpen,
});
const facts = ['quantity', 'expectedOn', 'unitCost', 'storageLocation', 'note', 'isOpen'] as const;

/** Expected receipts: what staff say will come, and its arrival. */
export class ExpectedReceiptService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  async create(ctx: AccountContext, input: CreateExpectedReceiptInput): Promise<ExpectedReceipt> {
    const [id] = (await this.createAll(ctx, [input])) as [string];
    return expectedReceiptView.byID(ctx, id);
  }

  /** Several at once; their ids. */
  async createAll(ctx: AccountContext, inputs: readonly CreateExpectedReceiptInput[]): Promise<string[]> {
    const amounts = await this.#amounts(ctx, inputs);
    await refuseServices(
      ctx,
      inputs.map(({ itemID }) => ({ itemID, path: 'itemID' })),
    );
    const ids: string[] = [];
    for (const [index, input] of inputs.entries()) {
      const amount = amounts[index] as BaseQuantity;
      const id = newID('exr');
      ctx.em.create(Supply, {
        id,
        item: ctx.em.reference(Item, input.itemID),
        sourceType: expectedReceiptType,
        sourceID: id,
        sourceNumber: '',
        lineID: '',
        measure: amount.measure,
        unit: ctx.em.reference(Unit, amount.unitID),
        quantity: amount.baseMeasure,
        dueOn: input.expectedOn,
        ...(await this.#costOf(ctx, input.itemID, input.unitCost ?? null)),
        location: await this.#location(ctx, input.storageLocationID),
        note: input.note || null,
      });
      audit(ctx, { record: { type: expectedReceiptType, id }, action: 'created' });
      this.#tell(ctx, id, input.itemID);
      ids.push(id);
    }
    await ctx.em.flush();
    return ids;
  }

  async update(ctx: AccountContext, id: string, input: UpdateExpectedReceiptInput): Promise<ExpectedReceipt> {
    const supply = await this.#locked(ctx, id);
    ctx.em.expectVersion(supply, input.version);
    const before = await expectedReceiptView.byID(ctx, id);
    const itemID = supply.item.id;
    if (input.quantity !== undefined) {
      const amount = await this.#amount(ctx, itemID, input.quantity);
      ctx.em.assign(supply, {
        measure: amount.measure,
        unit: ctx.em.reference(Unit, amount.unitID),
        quantity: amount.baseMeasure,
      });
    }
    if (input.unitCost !== undefined) ctx.em.assign(supply, await this.#costOf(ctx, itemID, input.unitCost));
    if (input.storageLocationID !== undefined)
      ctx.em.assign(supply, { location: await this.#location(ctx, input.storageLocationID) });
    if (input.expectedOn !== undefined) supply.dueOn = input.expectedOn;
    if (input.note !== undefined) supply.note = input.note || null;
    const hasAll = decimal(supply.received).gte(decimal(supply.quantity));
    if (hasAll && input.isOpen === true)
      throw promiseProblems.expected_receipt_closed({
        message: 'All of it has come; raise the quantity to reopen it',
        errors: [{ path: 'isOpen', message: 'All of it has come' }],
      });
    const isOpen = !hasAll && (input.isOpen ?? (supply.closedAt === null || input.quantity !== undefined));
    if (isOpen) supply.closedAt = null;
    else supply.closedAt ??= ctx.clock.now();
    await ctx.em.flush();
    const reply = await expectedReceiptView.byID(ctx, id);
    const changes = changesOf(factsOf(before), factsOf(reply), [...facts]);
    if (changes.length === 0) return reply;
    audit(ctx, { record: { type: expectedReceiptType, id }, action: 'updated', changes });
    this.#tell(ctx, id, itemID);
    return reply;
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const supply = await this.#locked(ctx, id);
    if (decimal(supply.received).gt(decimal('0')))
      throw problems.in_use({ message: 'Some of it has come already; close it instead' });
    const { item, expectedOn } = await expectedReceiptView.byID(ctx, id);
    ctx.em.remove(supply);
    audit(ctx, {
      record: { type: expectedReceiptType, id },
      action: 'deleted',
      note: `${item.sku}, ${expectedOn}`,
    });
    this.#tell(ctx, id, item.id);
    await ctx.em.flush();
  }

  async receive(
    ctx: AccountContext,
    id: string,
    input: EndpointRequest<typeof receiveExpectedReceipt>['body'],
  ): Promise<ExpectedReceipt> {
    const supply = await this.#locked(ctx, id);
    if (supply.closedAt !== null) throw promiseProblems.expected_receipt_closed();
    const itemID = supply.item.id;
    const came = await this.#came(ctx, supply, input.quantity);
    const received = decimal(supply.received).plus(came.quantity);
    supply.received = toColumn(received, 6);
    if (input.isComplete || received.gte(decimal(supply.quantity))) supply.closedAt = ctx.clock.now();
    await ctx.em.flush();
    const lot = input.lotNumber ? { itemID, lotNumber: input.lotNumber } : undefined;
    const lots = await lotsOf(ctx, lot ? [lot] : [], { create: true });
    const cost = input.unitCost == null ? supply : await this.#costOf(ctx, itemID, input.unitCost);
    await applyStock(ctx, {
      action: 'receive',
      source: { type: expectedReceiptType, id, number: '' },
      changes: [
        {
          path: 'quantity',
          itemID,
          locationID: input.storageLocationID ?? supply.location?.id,
          lotID: (lot && lots.get(lotKey(lot))) ?? null,
          ...came,
          unitCost: cost.unitCost == null ? undefined : decimal(cost.unitCost),
          costUnit: { numerator: decimal(cost.costNumerator), denominator: decimal(cost.costDenominator) },
          receivedAt: input.receivedAt === undefined ? undefined : new Date(input.receivedAt),
          reference: input.reference || undefined,
          supply: { type: expectedReceiptType, id, lineID: '' },
        },
      ],
    });
    const reply = await expectedReceiptView.byID(ctx, id);
    audit(ctx, {
      record: { type: expectedReceiptType, id },
      action: 'received',
      note: `${reply.received.measure} of ${reply.quantity.measure} ${reply.quantity.unit}`,
    });
    this.#tell(ctx, id, itemID);
    return reply;
  }

  /** What generic parts ask about expected receipts. */
  recordSource(): SearchableRecord {
    return {
      type: expectedReceiptType,
      label: async (ctx, id) => {
        const { item, expectedOn } = await expectedReceiptView.byID(ctx, id);
        return `${item.sku}, ${expectedOn}`;
      },
      setQuantity: async (ctx, id, field, { measure, unitID }) => {
        if (field !== 'quantity') return undefined;
        const entered = Number(measure);
        const quantity = unitID === undefined ? entered : { measure: entered, unitID };
        return (await this.update(ctx, id, { quantity })).quantity;
      },
    };
  }

  async #locked(ctx: AccountContext, id: string) {
    const supply = await ctx.em.getForUpdate(Supply, id);
    // Supply of other domains' documents is changed through these.
    if (supply.sourceType !== expectedReceiptType) throw problems.not_found();
    return supply;
  }

  #tell(ctx: AccountContext, id: string, itemID: string): void {
    tellSupply(ctx, { type: expectedReceiptType, id }, [{ itemID }]);
    touched(ctx, listExpectedReceipts);
  }

  async #amount(ctx: AccountContext, itemID: string, quantity: QuantityInput): Promise<BaseQuantity> {
    const [amount] = await this.#amounts(ctx, [{ itemID, quantity }]);
    return amount as BaseQuantity;
  }

  #amounts(
    ctx: AccountContext,
    entered: readonly { itemID: string; quantity: QuantityInput }[],
  ): Promise<BaseQuantity[]> {
    return this.#catalogue.convertToBase(
      ctx,
      entered.map(({ itemID, quantity }) => ({
        itemID,
        ...(typeof quantity === 'number' ? { measure: quantity } : quantity),
        path: 'quantity',
      })),
    );
  }

  /** What came: as it was entered, else all that is open. */
  async #came(
    ctx: AccountContext,
    supply: Supply,
    quantity: QuantityInput | undefined,
  ): Promise<{ quantity: Big; measure?: Big; unitID?: string }> {
    if (quantity !== undefined) {
      const { baseMeasure, measure, unitID } = await this.#amount(ctx, supply.item.id, quantity);
      return { quantity: decimal(baseMeasure), measure: decimal(measure), unitID };
    }
    const rest = decimal(supply.quantity).minus(decimal(supply.received));
    return decimal(supply.received).eq(decimal('0'))
      ? { quantity: rest, measure: decimal(supply.measure), unitID: supply.unit.id }
      : { quantity: rest };
  }

  /** The cost of one default unit, with what that is. */
  async #costOf(
    ctx: AccountContext,
    itemID: string,
    unitCost: number | null,
  ): Promise<Pick<Supply, 'unitCost' | 'costNumerator' | 'costDenominator'>> {
    if (unitCost === null) return { unitCost: null, costNumerator: '1', costDenominator: '1' };
    const units = (await this.#catalogue.unitsOf(ctx, [itemID])).get(itemID) ?? [];
    const factor = units.find(({ isDefault }) => isDefault)?.factor;
    if (!factor) throw problems.invalid_input({ errors: [{ path: 'itemID', message: 'There is no such item' }] });
    return {
      unitCost: toColumn(decimal(unitCost), 6),
      costNumerator: `${factor.numerator}`,
      costDenominator: `${factor.denominator}`,
    };
  }

  async #location(ctx: AccountContext, id: string | null | undefined) {
    if (!id) return null;
    const location = await ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, id });
    if (!location)
      throw problems.invalid_input({
        errors: [{ path: 'storageLocationID', message: 'There is no such storage location' }],
      });
    return location;
  }
}
