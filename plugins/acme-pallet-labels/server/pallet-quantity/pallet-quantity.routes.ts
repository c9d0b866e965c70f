import { type Route, route } from '@millwright/core/server';
import { deletePalletQuantity, listPalletQuantities, setPalletQuantity } from '../../contracts/index.ts';
import { findPalletQuantities } from './pallet-quantity.queries.ts';
import type { PalletQuantityService } from './pallet-quantity.service.ts';

export const palletQuantityRoutes = (quantities: PalletQuantityService): Route[] => [
  route(listPalletQuantities, (ctx, { query }) => findPalletQuantities(ctx, query)),
  route(setPalletQuantity, (ctx, { body }) => quantities.set(ctx, body)),
  route(deletePalletQuantity, (ctx, { params }) => quantities.remove(ctx, params.palletQuantityID)),
];
