import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Option, RecordSource } from './record-source.ts';

type Known = ReadonlyMap<string, object>;

const KnownContext = createContext<Known>(new Map());

/** How deep a record is looked through: its parts, their lines, what those name. */
const deepest = 4;

/** What a record says of others, by their ids: `{ id, name }` wherever it stands. */
export function recordsNamedBy(record: unknown, known = new Map<string, object>(), depth = 0): Map<string, object> {
  if (typeof record !== 'object' || record === null || depth > deepest) return known;
  const { id } = record as { id?: unknown };
  if (typeof id === 'string' && depth > 0 && !Array.isArray(record)) known.set(id, record);
  for (const part of Object.values(record)) recordsNamedBy(part, known, depth + 1);
  return known;
}

/** Lets pickers below show what the record names without asking for it: also what was deleted since. */
export function KnownRecords({ record, children }: { record: unknown; children: ReactNode }) {
  const known = useMemo(() => recordsNamedBy(record), [record]);
  return <KnownContext value={known}>{children}</KnownContext>;
}

/** The option of a record that is named, as far as that says enough for a label. */
export function knownOption(source: RecordSource | undefined, record: object | undefined): Option | undefined {
  if (!record) return undefined;
  const option = source?.known?.(record);
  return option?.label ? option : undefined;
}

export const useKnownRecords = (): Known => useContext(KnownContext);
