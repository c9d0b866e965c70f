import { definePart, route, service } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  deletePalletQuantity,
  getPalletQuantity,
  listPalletQuantities,
  palletQuantityDeclarations,
  palletQuantityRecord,
  setPalletQuantity,
} from '../../contracts/index.ts';
import { PalletQuantity } from './pallet-quantity.entity.ts';
import { palletQuantities } from './pallet-quantity.queries.ts';
import { PalletQuantityService } from './pallet-quantity.service.ts';

/** How much of each product fits on a pallet. */
export const palletQuantityPart = definePart({
  ...palletQuantityDeclarations,
  entities: [PalletQuantity],
  consumes: { required: [CataloguePort] },
  services: [service(PalletQuantityService, CataloguePort)],
  routes: (services) => {
    const quantities = services.get(PalletQuantityService);
    return [
      route(listPalletQuantities, (ctx, { query }) => palletQuantities.find(ctx, query)),
      route(getPalletQuantity, (ctx, { params }) => palletQuantities.byID(ctx, params.palletQuantityID)),
      route(setPalletQuantity, (ctx, { body }) => quantities.set(ctx, body)),
      route(deletePalletQuantity, (ctx, { params }) => quantities.remove(ctx, params.palletQuantityID)),
    ];
  },
  recordSources: () => [
    {
      type: palletQuantityRecord.type,
      label: async (ctx, id) => `${(await palletQuantities.byID(ctx, id)).product.sku} on a pallet`,
    },
  ],
  samples: [
    {
      table: 'acme_pallet_labels.pallet_quantity',
      row: (ids) => ({ item_id: ids('inventory.item'), per_pallet: 48 }),
    },
  ],
});
