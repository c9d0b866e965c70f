import { Anchor, Text } from '@mantine/core';

/** How a customer or supplier is reached, as facts of its screen. */
export const contactFacts = ({ email, phone, url }: Record<'email' | 'phone' | 'url', string | null>) => [
  {
    label: 'Email',
    value: email && (
      <Anchor href={`mailto:${email}`} size="sm">
        {email}
      </Anchor>
    ),
  },
  { label: 'Phone', value: phone },
  {
    label: 'Website',
    value: url && (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
    ),
  },
];

/** The note of one, in its own lines. */
export function PartyNote({ note }: { note: string | null }) {
  return note ? <Text style={{ whiteSpace: 'pre-wrap' }}>{note}</Text> : <Text c="dimmed">No note</Text>;
}
