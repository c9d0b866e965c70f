import type { RecordSource } from '@millwright/core/browser';
import { listSupplierMaterials } from '../../../../contracts/index.ts';
import { itemSource } from '../../../sources/record-sources.ts';

/**
 * Items of the supplier first, which are also found by the supplier's own part numbers; then all other items, which
 * need a price.
 */
export const purchaseItemSource = (supplierID: string): RecordSource => ({
  ...itemSource,
  name: `purchaseItems ${supplierID}`,
  needs: [...itemSource.needs, 'suppliers:read'],
  async search(client, text, signal) {
    const query = { take: 20, query: text || undefined, isActive: true };
    const [own, others] = await Promise.all([
      supplierID ? client.call(listSupplierMaterials, { params: { supplierID }, query }, { signal }) : { items: [] },
      itemSource.search(client, text, signal),
    ]);
    const supplied = own.items.map(({ item, supplierPartNumber }) => ({
      value: item.id,
      label: item.sku,
      hint: [supplierPartNumber, item.description].filter(Boolean).join(' · '),
    }));
    const known = new Set(supplied.map(({ value }) => value));
    return [...supplied, ...others.filter(({ value }) => !known.has(value))];
  },
});
