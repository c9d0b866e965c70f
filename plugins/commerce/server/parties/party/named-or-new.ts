import type { AccountContext, ImportChoices } from '@millwright/core/server';
import type { Fault } from '../../document/import/import-row.ts';
import { standIn } from '../../terms/new-terms.ts';
import type { Named, NamedCustomer, NamedKind } from '../customer/import/customer-import-names.ts';

/** The record that a cell names, or what stands for a carrier or term that is made for it where that was asked for. */
export function namedOrNew(
  ctx: AccountContext,
  found: Named,
  cell: {
    kind: NamedKind;
    text: string;
    field: string;
    /** What the record has now. */
    kept: { id: string | null } | null | undefined;
    choices: ImportChoices;
    fault: Fault;
  },
): NamedCustomer | undefined {
  const { kind, text, field, kept, choices, fault } = cell;
  const isCreatable = kind === 'carrier' || kind === 'payment_term' || kind === 'shipping_term';
  const mayCreate = isCreatable && choices.createReferences.has(field);
  // An earlier chunk of the set may just have created it in another spelling: what is shown has to stay as it was.
  if ('record' in found)
    return mayCreate && found.record.id !== kept?.id ? { ...found.record, name: text } : found.record;
  const made = mayCreate && found.isMissing ? standIn(ctx, kind, text) : { fault: found.message };
  if ('id' in made) return { kind, id: made.id, name: text, code: null, carrierID: null, isGone: false };
  fault(field, made.fault);
  return undefined;
}
