import { Text } from '@mantine/core';
import { PendingState, useEndpoint } from '@millwright/core/browser';
import { type emailPreview, previewRecordEmail } from '@millwright/core/contracts';
import type { z } from 'zod';
import classes from './mail.module.css';

interface PreviewQuery {
  data: z.output<typeof emailPreview> | undefined;
  error: unknown;
  refetch(): Promise<unknown>;
}

/** Subject and text of a mail that is about to leave. */
export function MailPreview({ query }: { query: PreviewQuery }) {
  const { data } = query;
  if (!data) return <PendingState query={query} what="mail" lines={4} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reached by keyboard
    <section className={classes['mail']} aria-label="The mail" tabIndex={0}>
      <p className={classes['subject']}>{data.subject}</p>
      <pre className={classes['text']}>{data.text}</pre>
      {data.filename && (
        <Text size="xs" c="dimmed" mt="xs">
          With {data.filename}
        </Text>
      )}
    </section>
  );
}

/** The mail of a record, as it would leave now or once the record has another status. */
export function RecordMailPreview({ record, status }: { record: { type: string; id: string }; status?: string }) {
  const query = useEndpoint(previewRecordEmail, { body: { ...record, ...(status ? { status } : {}) } });
  return <MailPreview query={query} />;
}
