/** Content of a provider event. The state of its subject is read from the provider later. */
export interface SignedEvent {
  id: string;
  type: string;
  providerSessionID: string | null;
  paymentIntentID: string | null;
  disputeID: string | null;
  /** Id of our session that the page was opened with. */
  reference: string | null;
  /** Whether the event is about real money. Undefined if the event does not say. */
  isLive: boolean | undefined;
}

const idOf = (value: unknown): string | null => {
  const id = typeof value === 'string' ? value : (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && /^\w{1,200}$/.test(id) ? id : null;
};

/** Undefined for a body that is not an event. */
export function eventOf(body: Uint8Array): SignedEvent | undefined {
  try {
    const { id, type, livemode, data } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as {
      id?: unknown;
      type?: unknown;
      livemode?: unknown;
      data?: { object?: Record<string, unknown> & { metadata?: Record<string, unknown> } };
    };
    if (typeof id !== 'string' || typeof type !== 'string' || !/^[\w.]{1,200}$/.test(id + type)) return undefined;
    const object = data?.object ?? {};
    const kind = object['object'];
    return {
      id,
      type,
      providerSessionID: kind === 'checkout.session' ? idOf(object['id']) : null,
      paymentIntentID: kind === 'payment_intent' ? idOf(object['id']) : idOf(object['payment_intent']),
      disputeID: kind === 'dispute' ? idOf(object['id']) : null,
      reference: idOf(object['client_reference_id']) ?? idOf(object['metadata']?.['reference']),
      isLive: typeof livemode === 'boolean' ? livemode : undefined,
    };
  } catch {
    return undefined;
  }
}

/** The subject that an event may have changed. Undefined for events that are saved without any effect. */
export function subjectOf(type: string): 'payment' | 'refund' | 'dispute' | undefined {
  if (/^checkout\.session\.(?:completed|async_payment_succeeded|async_payment_failed|expired)$/.test(type))
    return 'payment';
  if (/^payment_intent\.(?:succeeded|payment_failed|processing|canceled)$/.test(type)) return 'payment';
  if (/^charge\.dispute\./.test(type)) return 'dispute';
  return type === 'charge.refunded' || /^(?:charge\.)?refund\./.test(type) ? 'refund' : undefined;
}
