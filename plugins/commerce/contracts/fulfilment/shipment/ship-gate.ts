import type { PermissionCode, PortContext } from '@millwright/core/contracts';
import { z } from 'zod';

/** Why a shipment cannot ship yet. */
export const shipRefusal = z.object({
  /** Stable: `case_not_weighed`. */
  code: z.string(),
  /** Names the case or document, and the way out. */
  message: z.string(),
  /** The case that it is about; null for the shipment. */
  shippingCaseID: z.string().nullable(),
  /** Whether somebody may ship all the same, with a reason. */
  canOverride: z.boolean(),
});
export type ShipRefusal = z.output<typeof shipRefusal>;

/** A refusal as a domain answers it. */
export interface ShipGateRefusal extends Omit<ShipRefusal, 'canOverride'> {
  /** What one must be allowed to do to ship all the same; null where nobody can. */
  overriddenWith: PermissionCode | null;
}

/** A domain that has a say in whether a shipment may ship: payments, EDI. Any number of domains contribute. */
export abstract class ShipGatePort {
  /** What keeps each of these shipments; those that nothing keeps are missing. One statement for any number. */
  abstract refusalsOf(ctx: PortContext, shipmentIDs: readonly string[]): Promise<Map<string, ShipGateRefusal[]>>;

  /** Why a shipped shipment must not be voided, in words; undefined where nothing is against it. */
  abstract voidRefusalOf(ctx: PortContext, shipmentID: string): Promise<string | undefined>;
}
