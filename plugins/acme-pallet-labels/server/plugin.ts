import { backdate, definePlugin } from '@millwright/core/server';
import { palletLabelPermissions } from '../contracts/index.ts';
import { createDemoQuantities } from './demo.ts';
import { migrations } from './migrations/index.ts';
import { palletLabelPart } from './pallet-label/pallet-label.part.ts';
import { PalletLabelService } from './pallet-label/pallet-label.service.ts';
import { palletQuantityPart } from './pallet-quantity/pallet-quantity.part.ts';

export default definePlugin({
  id: 'acme-pallet-labels',
  title: 'Pallet labels',
  description: 'How many pallets an order needs, and a label for each of them.',
  permissions: palletLabelPermissions,
  migrations,
  // The order matters: samples of a part may refer to samples of parts before it.
  parts: [palletQuantityPart, palletLabelPart],
  async demo(ctx, _random, services) {
    // After the orders, because some of them are of today.
    backdate(ctx, 0);
    await createDemoQuantities(ctx);
    await services.get(PalletLabelService).labelAllOrders(ctx);
  },
});
