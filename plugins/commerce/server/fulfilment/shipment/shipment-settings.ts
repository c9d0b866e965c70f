import { type AccountContext, accountSettings } from '@millwright/core/server';
import { shipmentSettings } from '../../../contracts/index.ts';

/** What the account has set about shipments. */
export const shipmentSettingsOf = (ctx: AccountContext) => accountSettings(ctx, 'commerce', shipmentSettings);
