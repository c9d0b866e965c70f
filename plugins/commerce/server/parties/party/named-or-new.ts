import type { NamedReference, ReferencedKind } from '@millwright/core/contracts';
import { type AccountContext, type FoundReference, type ImportChoices, nameWithEmail } from '@millwright/core/server';
import type { Fault } from '../../document/import/import-row.ts';
import { isTermKind, standIn } from '../../terms/new-terms.ts';

/** The record named in a cell, or a stand-in for a carrier or term to create, if the import allows it. */
export function namedOrNew(
  ctx: AccountContext,
  found: FoundReference,
  cell: {
    kind: ReferencedKind;
    text: string;
    field: string;
    /** The record's present reference. */
    kept: NamedReference | null | undefined;
    choices: ImportChoices;
    fault: Fault;
  },
): (NamedReference & { id: string }) | undefined {
  const { kind, text, field, kept, choices, fault } = cell;
  const { type } = kind;
  const mayCreate = isTermKind(type) && choices.createReferences.has(field);
  if ('record' in found) {
    const { id, name, code } = found.record;
    // An earlier chunk of the import may have created it with another spelling; the shown name must not change.
    if (mayCreate && id !== kept?.id) return { id, name: text };
    return { id, name: kind.by.includes('email') ? nameWithEmail(name, code ?? '') : name };
  }
  const made = mayCreate && found.isMissing ? standIn(ctx, type, text) : { fault: found.message };
  if ('id' in made) return { id: made.id, name: text };
  fault(field, made.fault);
  return undefined;
}
