import { z } from 'zod';

/** Codes of the states of deliveries. */
export const deliveryStatuses = ['received', 'accepted', 'partly_rejected', 'rejected', 'void'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** People's names of the states. */
export const deliveryStatusNames: Record<DeliveryStatus, string> = {
  received: 'Received',
  accepted: 'Accepted',
  partly_rejected: 'Partly rejected',
  rejected: 'Rejected',
  void: 'Void',
};

/** A state as answers show it. */
export const deliveryStatusView = z.object({ code: z.enum(deliveryStatuses), name: z.string() });
