import type { PermissionCode, PortContext } from '@millwright/core/contracts';
import { z } from 'zod';

/** A reason why a shipment cannot ship yet. */
export const shipRefusal = z.object({
  /** Stable code: `case_not_weighed`. */
  code: z.string(),
  /** Message with the case or document, and the solution. */
  message: z.string(),
  /** The affected case; null for the whole shipment. */
  shippingCaseID: z.string().nullable(),
  /** Whether the caller may override it with a reason. */
  canOverride: z.boolean(),
});
export type ShipRefusal = z.output<typeof shipRefusal>;

/** A refusal of a domain. */
export interface ShipGateRefusal extends Omit<ShipRefusal, 'canOverride'> {
  /** Permission for overriding the refusal; null if it cannot be overridden. */
  overriddenWith: PermissionCode | null;
}

/** Contributed by domains that can prevent shipping: payments, EDI. Any number of domains contribute. */
export abstract class ShipGatePort {
  /** Refusals by shipment, in one statement; shipments without refusals are missing. */
  abstract refusalsOf(ctx: PortContext, shipmentIDs: readonly string[]): Promise<Map<string, ShipGateRefusal[]>>;

  /** Why a shipped shipment must not be voided, as a message; undefined if it may. */
  abstract voidRefusalOf(ctx: PortContext, shipmentID: string): Promise<string | undefined>;
}
