import { type ReactNode, useContext } from 'react';
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email';
import { EmailBrandContext, UnsubscribeContext } from './email-brand.ts';

const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const ink = '#1f2933';
const quiet = '#52606d';

/** The layout of all mails: the sender's name, the body, and the reason for the mail. */
export function EmailLayout(props: {
  /** Preview text that mail programs show beside the subject. */
  preview: string;
  title: string;
  accountName: string;
  /** Small print at the end. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const brand = useContext(EmailBrandContext);
  const unsubscribeURL = useContext(UnsubscribeContext);
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{props.preview}</Preview>
      <Body style={{ backgroundColor: '#f3f5f7', fontFamily: font, margin: 0, padding: '24px 0' }}>
        <Container
          style={{
            backgroundColor: '#ffffff',
            border: '1px solid #e1e5ea',
            borderRadius: 8,
            maxWidth: 560,
            padding: '28px 32px',
          }}
        >
          {brand?.logoURL ? (
            <Img
              src={brand.logoURL}
              alt={props.accountName}
              height={40}
              style={{ height: 40, margin: '0 0 20px', maxWidth: '100%', width: 'auto' }}
            />
          ) : (
            <Text style={{ color: quiet, fontSize: 13, fontWeight: 600, letterSpacing: 0.4, margin: '0 0 20px' }}>
              {props.accountName}
            </Text>
          )}
          <Heading as="h1" style={{ color: ink, fontSize: 22, lineHeight: '30px', margin: '0 0 12px' }}>
            {props.title}
          </Heading>
          {props.children}
          <Hr style={{ borderColor: '#e1e5ea', margin: '28px 0 16px' }} />
          <Text style={{ color: quiet, fontSize: 12, lineHeight: '18px', margin: 0 }}>
            {props.footer ?? `Sent by ${props.accountName} with Millwright.`}
            {unsubscribeURL && (
              <>
                {' '}
                <Link href={unsubscribeURL} style={{ color: quiet, textDecoration: 'underline' }}>
                  Get no more mails of this kind
                </Link>
              </>
            )}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** A paragraph. */
export const EmailText = ({ children }: { children: ReactNode }) => (
  <Text style={{ color: ink, fontSize: 15, lineHeight: '24px', margin: '0 0 14px' }}>{children}</Text>
);

/** The button of a mail, with its address as text below for mail programs without buttons. */
export const EmailAction = ({ href, children }: { href: string; children: ReactNode }) => {
  const brand = useContext(EmailBrandContext);
  return (
    <Section style={{ margin: '8px 0 18px' }}>
      <Button
        href={href}
        style={{
          backgroundColor: brand?.accentColor ?? '#1c5d99',
          borderRadius: 6,
          color: '#ffffff',
          fontSize: 15,
          fontWeight: 600,
          padding: '12px 22px',
        }}
      >
        {children}
      </Button>
      <Text style={{ color: quiet, fontSize: 12, lineHeight: '18px', margin: '14px 0 0', wordBreak: 'break-all' }}>
        {href}
      </Text>
    </Section>
  );
};
