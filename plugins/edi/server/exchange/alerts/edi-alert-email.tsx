import { EmailLayout, EmailText, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** What somebody has to look at: one text a line. */
export interface EdiAlertProps {
  title: string;
  text: string;
  lines: readonly string[];
  /** Further ones that are not listed. */
  more: number;
  path: string;
}

/** Tells what waits at the EDI workbench, or does not answer. */
export const EdiAlertEmail = ({ accountName, baseURL, title, text, lines, more, path }: EdiAlertProps & EmailFrame) => (
  <EmailLayout accountName={accountName} preview={title} title={title}>
    <EmailText>{text}</EmailText>
    <Section>
      {lines.map((line) => (
        <Text key={line} style={{ margin: 0, fontSize: 14 }}>
          {line}
        </Text>
      ))}
      {more > 0 && <Text style={{ margin: 0, fontSize: 14 }}>and {more} more</Text>}
    </Section>
    <Text style={{ fontSize: 14 }}>
      <a href={`${baseURL}${path}`}>Open Millwright</a>
    </Text>
  </EmailLayout>
);
