import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, emit, type SearchableRecord, touched } from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';
import {
  type CreateSupplierMaterialInput,
  getSupplierMaterialByID,
  listItemSuppliers,
  listSupplierMaterials,
  listSuppliers,
  type PutSupplierMaterialInput,
  type SupplierMaterial as SupplierMaterialReply,
  supplierMaterialsChanged,
  type UpdateSupplierMaterialInput,
} from '../../../../contracts/index.ts';
import { Supplier, SupplierMaterial } from '../supplier.entity.ts';
import { materialCurrencyUnitID, supplierMaterialByID, supplierMaterialOf } from './supplier-material.queries.ts';
import { materialAmounts } from './supplier-material-units.ts';

/** Lists whose rows or counts depend on suppliers' items. */
export const materialLists = [listSupplierMaterials, listSuppliers, listItemSuppliers, getSupplierMaterialByID];

/** Default values. */
const blank = {
  supplierPartNumber: null,
  supplierDescription: null,
  isActive: true,
  unitPrice: null,
  leadTimeDays: null,
  minimumOrderQuantity: null,
  lastCost: null,
  lastPurchasedOn: null,
} as const;

/** The fields that history reports as changed, with values for people. */
const factsOf = (material: SupplierMaterialReply) => ({
  supplierPartNumber: material.supplierPartNumber,
  supplierDescription: material.supplierDescription,
  isActive: material.isActive,
  unit: material.unit.name,
  unitPrice: material.unitPrice?.value ?? null,
  leadTimeDays: material.leadTimeDays,
  minimumOrderQuantity: material.minimumOrderQuantity?.measure ?? null,
  lastCost: material.lastCost?.value ?? null,
  lastPurchasedOn: material.lastPurchasedOn,
});

/** Fields of the request that are stored unchanged. */
const plainFields = (input: UpdateSupplierMaterialInput) => {
  const { supplierPartNumber, supplierDescription, isActive, leadTimeDays, lastPurchasedOn } = input;
  return { supplierPartNumber, supplierDescription, isActive, leadTimeDays, lastPurchasedOn };
};

/** Items of suppliers. */
export class SupplierMaterialService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  async create(
    ctx: AccountContext,
    supplierID: string,
    { itemID, ...input }: CreateSupplierMaterialInput,
  ): Promise<SupplierMaterialReply> {
    const supplier = (await ctx.em.get(Supplier, supplierID)) as Supplier;
    const units = await this.#unitsOf(ctx, itemID, 'itemID');
    if (await this.#find(ctx, supplierID, itemID))
      throw problems.duplicate({
        message: `${supplier.name} supplies this item already`,
        errors: [{ path: 'itemID', message: 'The supplier supplies it already' }],
      });
    return this.#create(ctx, supplier, itemID, units, input);
  }

  /** Creates or replaces an item; absent fields are cleared. */
  async put(
    ctx: AccountContext,
    supplierID: string,
    itemID: string,
    input: PutSupplierMaterialInput,
  ): Promise<SupplierMaterialReply> {
    const supplier = (await ctx.em.get(Supplier, supplierID)) as Supplier;
    const material = await this.#find(ctx, supplierID, itemID);
    if (material) return this.update(ctx, supplierID, itemID, { ...blank, ...input });
    return this.#create(ctx, supplier, itemID, await this.#unitsOf(ctx, itemID), input);
  }

  async update(
    ctx: AccountContext,
    supplierID: string,
    itemID: string,
    input: UpdateSupplierMaterialInput,
  ): Promise<SupplierMaterialReply> {
    const found = await this.#find(ctx, supplierID, itemID);
    if (!found) throw problems.not_found();
    const material = (await ctx.em.getForUpdate(SupplierMaterial, found.id)) as SupplierMaterial;
    ctx.em.expectVersion(material, input.version);
    const before = await supplierMaterialByID(ctx, material.id);
    const units = await this.#unitsOf(ctx, itemID);
    const { unitID, unitPrice = null, minimumOrderQuantity = null, lastCost = null } = material;
    ctx.em.assign(material, {
      ...plainFields(input),
      ...(await materialAmounts(units, input, { unitID, unitPrice, minimumOrderQuantity, lastCost }, () =>
        materialCurrencyUnitID(ctx),
      )),
    });
    await ctx.em.flush();
    const after = await supplierMaterialByID(ctx, material.id);
    const [old, now] = [factsOf(before), factsOf(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (!changes.length) return after;
    audit(ctx, { record: { type: 'supplier_material', id: material.id }, action: 'updated', changes });
    this.#tell(ctx, supplierID, itemID);
    await ctx.em.flush();
    return after;
  }

  async remove(ctx: AccountContext, supplierID: string, itemID: string): Promise<undefined> {
    const material = await this.#find(ctx, supplierID, itemID);
    if (!material) throw problems.not_found();
    const { id, item } = await supplierMaterialByID(ctx, material.id);
    ctx.em.remove(material);
    audit(ctx, { record: { type: 'supplier_material', id }, action: 'deleted', note: item.sku });
    audit(ctx, { record: { type: 'supplier', id: supplierID }, action: 'material_removed', note: item.sku });
    this.#tell(ctx, supplierID, itemID);
    await ctx.em.flush();
    return undefined;
  }

  /** Suppliers' items for generic features; prices and minimum quantity can be edited directly. */
  recordSource(): SearchableRecord {
    const write = async (ctx: AccountContext, id: string, input: UpdateSupplierMaterialInput) => {
      const { supplierID, itemID } = await supplierMaterialByID(ctx, id);
      return this.update(ctx, supplierID, itemID, input);
    };
    return {
      type: 'supplier_material',
      label: async (ctx, id) => {
        const { supplier, item } = await supplierMaterialByID(ctx, id);
        return `${item.sku} of ${supplier.name}`;
      },
      setQuantity: async (ctx, id, field, { measure, unitID }) => {
        if (field !== 'minimumOrderQuantity') return undefined;
        const value = Number(measure);
        const sent = unitID === undefined ? value : { measure: value, unitID };
        return (await write(ctx, id, { minimumOrderQuantity: sent })).minimumOrderQuantity ?? undefined;
      },
      setRate: async (ctx, id, field, { value, unitID, perUnitID }) => {
        if (field !== 'unitPrice' && field !== 'lastCost') return undefined;
        const { unit } = await supplierMaterialByID(ctx, id);
        const sent = {
          value: Number(value),
          unitID: unitID ?? (await materialCurrencyUnitID(ctx)),
          perUnitID: perUnitID ?? unit.id,
        };
        return (await write(ctx, id, { [field]: sent }))[field] ?? undefined;
      },
    };
  }

  #find(ctx: AccountContext, supplierID: string, itemID: string): Promise<SupplierMaterial | null> {
    return ctx.em.findOne(SupplierMaterial, {
      accountID: ctx.account.id,
      supplier: { id: supplierID },
      itemID,
    }) as Promise<SupplierMaterial | null>;
  }

  /**
   * Units of the item, which is locked against deletion.
   * @throws Problem 404, or 400 at `path`, for an unknown item
   */
  async #unitsOf(ctx: AccountContext, itemID: string, path?: string): Promise<readonly CatalogueUnit[]> {
    await this.#catalogue.holdItems(ctx, [itemID]);
    const units = (await this.#catalogue.unitsOf(ctx, [itemID])).get(itemID);
    if (units) return units;
    throw path
      ? problems.invalid_input({ errors: [{ path, message: 'There is no such item' }] })
      : problems.not_found({ message: 'There is no such item' });
  }

  async #create(
    ctx: AccountContext,
    supplier: Supplier,
    itemID: string,
    units: readonly CatalogueUnit[],
    { version: _, ...input }: PutSupplierMaterialInput,
  ): Promise<SupplierMaterialReply> {
    const id = newID('spm');
    const given = Object.fromEntries(Object.entries(plainFields(input)).filter(([, value]) => value !== undefined));
    const amounts = await materialAmounts(units, input, undefined, () => materialCurrencyUnitID(ctx));
    ctx.em.create(SupplierMaterial, { ...blank, ...given, ...amounts, id, supplier, itemID });
    await ctx.em.flush();
    const material = await supplierMaterialOf(ctx, supplier.id, itemID);
    audit(ctx, { record: { type: 'supplier_material', id }, action: 'created' });
    audit(ctx, {
      record: { type: 'supplier', id: supplier.id },
      action: 'material_added',
      note: material.item.sku,
    });
    this.#tell(ctx, supplier.id, itemID);
    await ctx.em.flush();
    return material;
  }

  #tell(ctx: AccountContext, supplierID: string, itemID: string): void {
    emit(ctx, supplierMaterialsChanged, { supplierID, itemIDs: [itemID] }, { type: 'supplier', id: supplierID });
    touched(ctx, ...materialLists);
  }
}
