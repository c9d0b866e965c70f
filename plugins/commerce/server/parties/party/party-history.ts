import type { EventDefinition } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  auditAll,
  emit,
  emitAll,
  type FieldChange,
  type IndexedRecord,
} from '@millwright/core/server';
import type { NamedParty, PartyKindFacts, PartyKindName } from './party-kind.ts';

/** Emits an event; `emit` validates the payload by the event's schema. */
function tell(ctx: AccountContext, kind: PartyKindName, event: EventDefinition, id: string, fields: object): void {
  emit(ctx, event, { [`${kind}ID`]: id, ...fields }, { type: kind, id });
}

/** History and events of new ones. */
export async function partiesCreated(
  ctx: AccountContext,
  { kind, events }: PartyKindFacts,
  parties: readonly NamedParty[],
): Promise<void> {
  await auditAll(
    ctx,
    parties.map(({ id }) => ({ record: { type: kind, id }, action: 'created' })),
  );
  await emitAll(
    ctx,
    events.created,
    parties.map(({ id, number, name }) => ({
      payload: { [`${kind}ID`]: id, number, name },
      aggregate: { type: kind, id },
    })),
  );
}

/** History and events of a changed one; `number` and `name` are the present ones. */
export function partyChanged(
  ctx: AccountContext,
  { kind, events }: PartyKindFacts,
  { id, number, name }: NamedParty,
  changes: readonly FieldChange[],
): void {
  const fields = changes.map(({ field }) => field);
  audit(ctx, { record: { type: kind, id }, action: 'updated', changes });
  tell(ctx, kind, events.changed, id, { fields });
  if (events.renamed && (fields.includes('name') || fields.includes('number')))
    tell(ctx, kind, events.renamed, id, { number, name });
}

/** Only the event, for callers that have written the history. */
export const tellPartiesChanged = (
  ctx: AccountContext,
  { kind, events }: PartyKindFacts,
  id: string,
  fields: readonly string[],
): void => tell(ctx, kind, events.changed, id, { fields: [...fields] });

/** History and event of a deleted one. */
export function partyDeleted(
  ctx: AccountContext,
  { kind, events }: PartyKindFacts,
  { id, number, name }: NamedParty,
): void {
  audit(ctx, { record: { type: kind, id }, action: 'deleted', note: `${number} ${name}` });
  tell(ctx, kind, events.deleted, id, { number, name });
}

/** Search entry. */
export const partyDocument = (
  kind: PartyKindName,
  { id, number, name, email, phone, url }: NamedParty & Record<'email' | 'phone' | 'url', string | null>,
): IndexedRecord => ({
  type: kind,
  id,
  title: name,
  subtitle: number,
  text: [email, phone, url].filter(Boolean).join(' '),
  ...(kind === 'customer' ? { customerID: id } : {}),
});
