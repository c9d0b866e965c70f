import { PalletLabel } from './pallet-label/pallet-label.entity.ts';
import { PalletQuantity } from './pallet-quantity/pallet-quantity.entity.ts';

/** Entities of schema `acme_pallet_labels`. */
export const entities = [PalletQuantity, PalletLabel];
