import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { perPallet } from './pallet-quantity.contract.ts';

const keptDays = z
  .int({ error: 'Must be a whole number' })
  .gte(1, { error: 'Must be at least 1' })
  .lte(3_650, { error: 'Must be at most 3,650' });

/** Settings of an account. */
export const palletSettings = z.object({
  /** Default units per pallet for products without a quantity of their own. */
  defaultPerPallet: perPallet.default(48),
  /** Whether several products may share a pallet. */
  mixesProducts: z.boolean().default(true),
  /** Days after which printed labels are deleted. */
  keptDays: keptDays.default(90),
});

/** Body of `updatePalletSettings`, without defaults, which would reset the absent settings. */
export const updatePalletSettingsBody = z.strictObject({
  defaultPerPallet: perPallet.optional(),
  mixesProducts: z.boolean().optional(),
  keptDays: keptDays.optional(),
});

/** The settings of this account. */
export const getPalletSettings = endpoint({
  name: 'getPalletSettings',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/settings',
  permission: 'pallet_labels:read',
  summary: 'Reads the settings of pallet labels.',
  reply: palletSettings,
});

/** Changes the given settings; existing labels stay until their order changes. */
export const updatePalletSettings = endpoint({
  name: 'updatePalletSettings',
  method: 'PATCH',
  path: '/v1/x/acme-pallet-labels/settings',
  permission: 'pallet_labels:update',
  summary: 'Changes the settings of pallet labels.',
  body: updatePalletSettingsBody,
  reply: palletSettings,
});
