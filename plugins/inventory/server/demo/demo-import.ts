import type { AccountContext, Imports } from '@millwright/core/server';

/**
 * Part numbers and notes from a supplier's list, all for existing products. The demo also shows how the import is
 * undone, so the list has no new products.
 */
const supplierList = [
  'Item #,Mfr. Part #,Manufacturer,Notes',
  'AC-LNR-BLK,KT-2201-01,Kestrel Trim,Packed flat; 60 to a carton.',
  'AC-LNR-GRY,KT-2201-02,Kestrel Trim,Packed flat; 60 to a carton.',
  'AC-LNR-ORG,KT-2201-07,Kestrel Trim,Packed flat; 60 to a carton.',
  'AC-CLP-BLK,KT-3140-01,Kestrel Trim,',
  'AC-CLP-GRY,KT-3140-02,Kestrel Trim,',
  'AC-CLP-ORG,KT-3140-07,Kestrel Trim,Colour varies by batch.',
  'AC-BAG-BLK,KT-4007-01,Kestrel Trim,',
  'AC-BAG-GRY,KT-4007-02,Kestrel Trim,',
  'AC-BAG-ORG,KT-4007-07,Kestrel Trim,Until the end of the year only.',
  '',
].join('\r\n');

/** One finished import for the account of the gloves, taken in as any file is. */
export async function importDemoProducts(ctx: AccountContext, imports: Imports): Promise<void> {
  if (ctx.account.slug !== 'northfield') return;
  const file = { type: 'products', fileName: 'kestrel-accessories.csv' };
  await imports.runFile(ctx, file, new TextEncoder().encode(supplierList));
}
