import { Anchor } from '@mantine/core';

/** Contact data of a customer or supplier, as facts of its screen. */
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
