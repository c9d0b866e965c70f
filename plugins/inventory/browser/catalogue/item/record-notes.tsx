import { Text } from '@mantine/core';

/** The notes of a record, with their line breaks. */
export function RecordNotes({ notes }: { notes: string | null }) {
  return notes ? <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text> : <Text c="dimmed">No notes</Text>;
}
