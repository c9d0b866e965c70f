import type { ActivityEntry } from '../../core/contracts/timeline.contract.ts';

/** What one person did in one go: the same to one record or to many of a kind. */
export interface ActivityGroup {
  /** The newest of them. */
  latest: ActivityEntry;
  /** Records of the group, each once, the newest first. */
  records: ActivityEntry['record'][];
}

/**
 * Entries that follow each other and say the same of other records stand together, as after a bulk action or an import.
 */
export function groupActivity(entries: readonly ActivityEntry[]): ActivityGroup[] {
  const groups: ActivityGroup[] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const isSame =
      group?.latest.action === entry.action &&
      group.latest.note === entry.note &&
      group.latest.actor.name === entry.actor.name &&
      group.latest.record.type === entry.record.type;
    if (!group || !isSame) groups.push({ latest: entry, records: [entry.record] });
    else if (!group.records.some(({ id }) => id === entry.record.id)) group.records.push(entry.record);
  }
  return groups;
}
