import { Link, Section, Text } from 'react-email';
import { EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

/** What a person has not read yet. */
export interface InboxDigestProps {
  title: string;
  entries: readonly { title: string; text: string; link: string }[];
  /** Further ones that are not listed. */
  more: number;
}

/** The mail of the morning with what has come since the last one. */
export const InboxDigestEmail = ({ accountName, title, entries, more }: InboxDigestProps & EmailFrame) => (
  <EmailLayout accountName={accountName} preview={entries.map((each) => each.title).join(', ')} title={title}>
    <EmailText>This has come since yesterday, and you have not read it yet.</EmailText>
    <Section>
      {entries.map((entry, index) => (
        <Text key={index} style={{ margin: '0 0 14px', fontSize: 14, lineHeight: '21px' }}>
          <Link href={entry.link} style={{ fontWeight: 600 }}>
            {entry.title}
          </Link>
          {entry.text && (
            <>
              <br />
              {entry.text}
            </>
          )}
        </Text>
      ))}
      {more > 0 && <Text style={{ margin: 0, fontSize: 14 }}>and {more} more</Text>}
    </Section>
  </EmailLayout>
);
