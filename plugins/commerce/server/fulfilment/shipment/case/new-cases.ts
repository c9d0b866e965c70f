import { type Big, newID, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, nextNumbers } from '@millwright/core/server';
import { ssccOf } from '../../../../contracts/index.ts';
import { shipmentSettingsOf } from '../record/shipment-settings.ts';

/**
 * Rows of new cases, with SSCCs if the account has a company prefix. Called last, because other transactions that need
 * an SSCC wait from here until this one ends.
 */
export async function newCaseRows(
  ctx: AccountContext,
  cases: readonly { shipmentID: string; customerID: string; position: number; weight?: Big | undefined }[],
) {
  const { gs1CompanyPrefix } = await shipmentSettingsOf(ctx);
  const serials = gs1CompanyPrefix ? await nextNumbers(ctx, 'sscc', cases.length) : [];
  const now = ctx.clock.now();
  return cases.map(({ shipmentID, customerID, position, weight }, index) => {
    const serial = serials[index];
    return {
      id: newID('shc'),
      shipment_id: shipmentID,
      customer_id: customerID,
      position,
      sscc: gs1CompanyPrefix && serial ? ssccOf(gs1CompanyPrefix, BigInt(serial)) : null,
      sscc_serial: serial ?? null,
      freight_weight: weight?.gt(zero) ? toColumn(weight, 6) : null,
      version: 1,
      created_at: now,
      updated_at: now,
    };
  });
}
