import { newID } from '@millwright/core/contracts';
import { type AccountContext, nextNumbers } from '@millwright/core/server';
import { ssccOf } from '../../../../contracts/index.ts';
import { shipmentSettingsOf } from '../shipment-settings.ts';

/** Rows of new cases, each with an SSCC where the account has a company prefix. Taken last: their series waits. */
export async function newCaseRows(
  ctx: AccountContext,
  shipment: { id: string; customerID: string },
  positions: readonly number[],
) {
  const { gs1CompanyPrefix } = await shipmentSettingsOf(ctx);
  const serials = gs1CompanyPrefix ? await nextNumbers(ctx, 'sscc', positions.length) : [];
  const now = ctx.clock.now();
  return positions.map((position, index) => {
    const serial = serials[index];
    return {
      id: newID('shc'),
      shipment_id: shipment.id,
      customer_id: shipment.customerID,
      position,
      sscc: gs1CompanyPrefix && serial ? ssccOf(gs1CompanyPrefix, BigInt(serial)) : null,
      sscc_serial: serial ?? null,
      version: 1,
      created_at: now,
      updated_at: now,
    };
  });
}
