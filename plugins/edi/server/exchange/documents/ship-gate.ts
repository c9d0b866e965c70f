import { ShipGatePort, type ShipGateRefusal, type TradingPort } from '@millwright/commerce/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { ediDeliveryIs } from '../../states/states.ts';

/**
 * Partners punish cases that their notice does not tell: a shipment to one that wants notices leaves only with an SSCC
 * on every case. Weight and contents commerce asks for itself.
 */
export class EdiShipGate extends ShipGatePort {
  readonly #trading: TradingPort;

  constructor(trading: TradingPort) {
    super();
    this.#trading = trading;
  }

  override async refusalsOf(
    ctx: AccountContext,
    shipmentIDs: readonly string[],
  ): Promise<Map<string, ShipGateRefusal[]>> {
    const refusals = new Map<string, ShipGateRefusal[]>();
    const { rows } = await sql<{ customerID: string }>`select distinct customer_id as "customerID" from edi.partner
      where account_id = ${ctx.account.id} and is_active and settings -> 'sends' ? '856'`.execute(ctx.em.query());
    const noticed = new Set(rows.map(({ customerID }) => customerID));
    // Most accounts have no partner that is told of shipments.
    if (!noticed.size) return refusals;
    for (const [id, { customerID, isEdiEnabled, cases }] of await this.#trading.shipments(ctx, shipmentIDs)) {
      const bare = isEdiEnabled && noticed.has(customerID) ? cases.filter(({ sscc }) => !sscc) : [];
      if (bare.length)
        refusals.set(
          id,
          bare.map((each) => ({
            code: 'case_without_sscc',
            message: `Case ${each.number} has no SSCC for EDI: enter the GS1 company prefix, unpack and pack again`,
            shippingCaseID: each.id,
            overriddenWith: null,
          })),
        );
    }
    return refusals;
  }

  override async voidRefusalOf(ctx: AccountContext, shipmentID: string): Promise<string | undefined> {
    const notice = sql`edi.file file where file.account_id = ${ctx.account.id}
      and ${ediDeliveryIs.not.failed('file.delivery')}
      and file.id in (select document.file_id from edi.document document where document.account_id = ${ctx.account.id}
        and document.direction = 'out' and document.type = '856' and document.record_id = ${shipmentID}
        and document.is_live)`;
    const { rows: unsent } = await sql`select from ${notice} and ${ediDeliveryIs.pending('file.delivery')}
      for no key update skip locked`.execute(ctx.em.query());
    const { rows } = await sql`select from ${notice}`.execute(ctx.em.query());
    // What is locked here is sent by nobody; what somebody else has locked is about to leave.
    return rows.length > unsent.length ? 'its shipping notice (856) is with the partner' : undefined;
  }
}
