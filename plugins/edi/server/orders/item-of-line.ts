import { type AccountContext, sql } from '@millwright/core/server';
import type { EdiPurchaseOrderLine } from '../../contracts/index.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';

/** Qualifiers of our own number, which the partner says back to us. */
const ours = new Set(['VN', 'VP', 'VA', 'VC']);
/** Qualifiers of trade item numbers: they all become 14 digits. */
const tradeNumbers = new Set(['UP', 'UI', 'EN', 'UK', 'UA', 'EO', 'GT']);

/** A trade item number as 14 digits, so that UPC, EAN and GTIN of one item are the same. */
export const tradeNumber = (value: string): string => (/^\d{8,14}$/.test(value) ? value.padStart(14, '0') : value);

const keyOf = (kind: string, value: string): string =>
  `${tradeNumbers.has(kind) ? 'GTIN' : kind} ${tradeNumber(value)}`;

/** What partner and account call items; one statement each for all lines of a document. */
export class ItemsOfPartner {
  readonly #named: ReadonlyMap<string, string>;
  readonly #bySku: ReadonlyMap<string, string>;

  private constructor(named: ReadonlyMap<string, string>, bySku: ReadonlyMap<string, string>) {
    this.#named = named;
    this.#bySku = bySku;
  }

  static async of(
    ctx: AccountContext,
    partner: Pick<EdiPartner, 'id'>,
    lines: readonly EdiPurchaseOrderLine[],
  ): Promise<ItemsOfPartner> {
    const values = [...new Set(lines.flatMap(({ identifiers }) => identifiers.map(({ value }) => value)))];
    const forms = [...new Set(values.flatMap((value) => [value, tradeNumber(value), value.replace(/^0+/, '')]))];
    const [{ rows: named }, { rows: skus }] = await Promise.all([
      sql<{ qualifier: string; name: string; itemID: string }>`select qualifier, name, item_id as "itemID"
        from edi.partner_item where account_id = ${ctx.account.id} and partner_id = ${partner.id}
          and name = any(${forms}::text[])`.execute(ctx.em.query()),
      sql<{ sku: string; id: string }>`select sku, id from inventory.v_items
        where account_id = ${ctx.account.id} and type = 'product' and sku = any(${values}::text[])`.execute(
        ctx.em.query(),
      ),
    ]);
    return new ItemsOfPartner(
      new Map(named.map(({ qualifier, name, itemID }) => [keyOf(qualifier, name), itemID])),
      new Map(skus.map(({ sku, id }) => [sku, id])),
    );
  }

  /** What the partner's numbers were mapped to, else our own number, else a SKU that is the trade number itself. */
  itemOf({ identifiers }: EdiPurchaseOrderLine): string | undefined {
    for (const { kind, value } of identifiers) {
      const mapped = this.#named.get(keyOf(kind, value));
      if (mapped) return mapped;
    }
    for (const { kind, value } of identifiers) {
      const found = ours.has(kind) || tradeNumbers.has(kind) ? this.#bySku.get(value) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}
