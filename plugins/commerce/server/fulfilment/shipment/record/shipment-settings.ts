import { type AccountContext, accountSettings } from '@millwright/core/server';
import { shipmentSettings } from '../../../../contracts/index.ts';

/** The account's settings for shipments. */
export const shipmentSettingsOf = (ctx: AccountContext) => accountSettings(ctx, 'commerce', shipmentSettings);
