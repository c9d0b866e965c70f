import { type AddressInput, type BulkAnswer, type BulkPreview, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  changesOf,
  checkedReferences,
  createParty,
  indexRecord,
  insertAddress,
  inUse,
  overwriteAddress,
  PartyAddress,
  previewBulk,
  runBulk,
  type SearchableRecord,
  touched,
  updateParty,
} from '@millwright/core/server';
import {
  type CreateSupplierInput,
  plainSupplierFields,
  type SupplierFilter,
  type Supplier as SupplierReply,
  supplierReferences,
  type UpdateSupplierInput,
} from '../../../contracts/index.ts';
import { partiesCreated, partyChanged, partyDocument } from '../party/party-history.ts';
import { newNumber, renumber } from '../party/party-numbers.ts';
import { referenceTables } from '../reference-tables.ts';
import { supplierEdit } from './edit/supplier-edit.ts';
import { supplierParty } from './edit/supplier-party.ts';
import { supplierRemoval } from './edit/supplier-removal.ts';
import { supplierFacts } from './facts/supplier-facts.ts';
import { Supplier } from './supplier.entity.ts';
import { supplierByID, supplierRows, suppliersByNumber } from './supplier.queries.ts';

/** Suppliers of a bulk action. */
interface SupplierSelection {
  supplierIDs?: string[] | undefined;
  filter?: SupplierFilter | undefined;
}

const selected = async (ctx: AccountContext, { supplierIDs, filter }: SupplierSelection): Promise<string[]> =>
  supplierIDs ?? supplierRows.findIDs(ctx, filter ?? {});

/** Suppliers. A supplier and its party in core are written together. */
export class SupplierService {
  async create(ctx: AccountContext, input: CreateSupplierInput): Promise<SupplierReply> {
    const id = newID('sup');
    const references = await checkedReferences(ctx, supplierReferences, referenceTables, input);
    const { name } = input;
    const party = await createParty(ctx, { id, kind: 'supplier', name, email: input.email ?? null });
    const address = input.address ? await insertAddress(ctx, id, input.address) : null;
    for (const further of input.addresses ?? []) await insertAddress(ctx, id, further);
    // Other transactions that need a supplier number wait from here until this one ends.
    const number = await newNumber(ctx, 'supplier', input.number);
    party.number = number;
    ctx.em.create(Supplier, {
      id,
      number,
      name,
      ...plainSupplierFields.of(input),
      ...references,
      address,
    });
    await partiesCreated(ctx, supplierParty, [{ id, number, name }]);
    await ctx.em.flush();
    touched(ctx, ...supplierParty.lists);
    const reply = await supplierByID(ctx, id);
    await indexRecord(ctx, partyDocument('supplier', reply));
    return reply;
  }

  async update(ctx: AccountContext, supplierID: string, input: UpdateSupplierInput): Promise<SupplierReply> {
    const supplier = (await ctx.em.getForUpdate(Supplier, supplierID)) as Supplier;
    ctx.em.expectVersion(supplier, input.version);
    const before = await supplierByID(ctx, supplierID);
    const references = await checkedReferences(ctx, supplierReferences, referenceTables, input);
    await this.#writeAddress(ctx, supplier, before, input);
    ctx.em.assign(supplier, { name: input.name, ...plainSupplierFields.of(input), ...references });
    await updateParty(ctx, supplierID, { name: supplier.name, email: supplier.email ?? null });
    // Done after everything that may wait, because other transactions that need a supplier number wait meanwhile.
    if (input.number !== undefined && input.number !== before.number) {
      supplier.number = await renumber(ctx, 'supplier', before, input.number);
      await updateParty(ctx, supplierID, { number: supplier.number });
    }
    return this.#written(ctx, before);
  }

  async remove(ctx: AccountContext, supplierID: string): Promise<undefined> {
    const { allowed, refused } = await supplierRemoval.sort(ctx, [supplierID]);
    const [only] = refused;
    if (only) throw only.uses ? inUse(only.label, only.uses) : problems.not_found();
    await supplierRemoval.apply(ctx, allowed);
    return undefined;
  }

  /** Deletes suppliers and answers the unknown ones; more than 2,000 by a change set. */
  async bulkDelete(ctx: AccountContext, selection: SupplierSelection): Promise<BulkAnswer> {
    const ids = await selected(ctx, selection);
    return runBulk(ctx, supplierRemoval, { ids, title: (count) => `Delete ${count} suppliers` });
  }

  /** Edits many suppliers; more than 2,000 by a change set. */
  async bulkEdit(ctx: AccountContext, selection: SupplierSelection, changes: object): Promise<BulkAnswer> {
    const ids = await selected(ctx, selection);
    return runBulk(ctx, supplierEdit, { ids, title: (count) => `Change ${count} suppliers`, options: { changes } });
  }

  /** Previews the edit. */
  async previewBulkEdit(ctx: AccountContext, selection: SupplierSelection, changes: object): Promise<BulkPreview> {
    return previewBulk(ctx, supplierEdit, { ids: await selected(ctx, selection), options: { changes } });
  }

  /** Suppliers for generic features (search, references). */
  recordSource(): SearchableRecord {
    return {
      type: 'supplier',
      findByNumber: suppliersByNumber,
      label: async (ctx, id) => {
        const { number, name } = await ctx.em.get(Supplier, id);
        return `${number} ${name}`;
      },
    };
  }

  /**
   * An id selects one of the supplier's addresses; fields change the main one; null removes the role, but the address
   * stays.
   */
  async #writeAddress(
    ctx: AccountContext,
    supplier: Supplier,
    before: SupplierReply,
    { address, addressID }: { address?: AddressInput | null | undefined; addressID?: string | undefined },
  ): Promise<void> {
    if (addressID !== undefined) {
      if (!before.addresses.some(({ id }) => id === addressID))
        throw problems.invalid_input({
          errors: [{ path: 'addressID', message: 'The supplier has no such address' }],
        });
      supplier.address = ctx.em.reference(PartyAddress, addressID);
    } else if (address === null) supplier.address = null;
    else if (address !== undefined) {
      if (supplier.address) await overwriteAddress(ctx, supplier.address.id, address);
      else supplier.address = await insertAddress(ctx, supplier.id, address);
    }
  }

  async #written(ctx: AccountContext, before: SupplierReply): Promise<SupplierReply> {
    await ctx.em.flush();
    const after = await supplierByID(ctx, before.id);
    const [old, now] = [supplierFacts(before), supplierFacts(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (!changes.length) return after;
    partyChanged(ctx, supplierParty, after, changes);
    await ctx.em.flush();
    touched(ctx, ...supplierParty.lists);
    await indexRecord(ctx, partyDocument('supplier', after));
    return after;
  }
}
