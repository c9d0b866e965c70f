import { definePart, route, service } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { deletePalletQuantity, listPalletQuantities, setPalletQuantity } from '../../contracts/index.ts';
import { PalletQuantity } from './pallet-quantity.entity.ts';
import { palletQuantities } from './pallet-quantity.queries.ts';
import { PalletQuantityService } from './pallet-quantity.service.ts';

/** How much of each product fits on a pallet. */
export const palletQuantityPart = definePart({
  entities: [PalletQuantity],
  consumes: { required: [CataloguePort] },
  services: [service(PalletQuantityService, CataloguePort)],
  routes: (services) => {
    const quantities = services.get(PalletQuantityService);
    return [
      route(listPalletQuantities, (ctx, { query }) => palletQuantities.find(ctx, query)),
      route(setPalletQuantity, (ctx, { body }) => quantities.set(ctx, body)),
      route(deletePalletQuantity, (ctx, { params }) => quantities.remove(ctx, params.palletQuantityID)),
    ];
  },
  samples: [
    {
      table: 'acme_pallet_labels.pallet_quantity',
      row: (ids) => ({ item_id: ids('inventory.item'), per_pallet: 48 }),
    },
  ],
});
