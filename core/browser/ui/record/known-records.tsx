import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Option, RecordSource } from './record-source.ts';

type Known = ReadonlyMap<string, object>;

const KnownContext = createContext<Known>(new Map());

/** Depth of the search in a record: its parts, their lines, and the records these name. */
const deepest = 4;

/** The records that a record contains, by id: every `{ id, name }` in it. */
export function recordsNamedBy(record: unknown, known = new Map<string, object>(), depth = 0): Map<string, object> {
  if (typeof record !== 'object' || record === null || depth > deepest) return known;
  const { id } = record as { id?: unknown };
  if (typeof id === 'string' && depth > 0 && !Array.isArray(record)) known.set(id, record);
  for (const part of Object.values(record)) recordsNamedBy(part, known, depth + 1);
  return known;
}

/**
 * Provides the records that a record names to the pickers below, which then need not load them. Also works for deleted
 * records.
 */
export function KnownRecords({ record, children }: { record: unknown; children: ReactNode }) {
  const known = useMemo(() => recordsNamedBy(record), [record]);
  return <KnownContext value={known}>{children}</KnownContext>;
}

/** The option of a named record, if the data suffice for a label. */
export function knownOption(source: RecordSource | undefined, record: object | undefined): Option | undefined {
  if (!record) return undefined;
  const option = source?.known?.(record);
  return option?.label ? option : undefined;
}

export const useKnownRecords = (): Known => useContext(KnownContext);
