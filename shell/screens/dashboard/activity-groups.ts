import type { ActivityEntry } from '../../../core/contracts/records/timeline.contract.ts';

/** One person's equal actions in a row, on one record or on many of a kind. */
export interface ActivityGroup {
  /** The newest entry. */
  latest: ActivityEntry;
  /** Records of the group, without repetitions, the newest first. */
  records: ActivityEntry['record'][];
}

/** Groups consecutive entries that differ only in the record, as after a bulk action or an import. */
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
