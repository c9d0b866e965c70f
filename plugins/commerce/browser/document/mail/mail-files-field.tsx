import { Checkbox, Text } from '@mantine/core';
import { sizeText, useEndpoint, useField } from '@millwright/core/browser';
import { listFiles } from '@millwright/core/contracts';
import classes from './mail.module.css';

/** The files of a record to tick, which go along with a mail; nothing where the record has none. */
export function MailFilesField({ record }: { record: { type: string; id: string } }) {
  const { input, value, onChange } = useField({ name: 'fileIDs', label: 'Files that go along' });
  const { data, error } = useEndpoint(listFiles, { query: { recordType: record.type, recordID: record.id } });
  if (error && error.status !== 404)
    return (
      <Text size="sm" c="dimmed" role="status">
        The files of the record could not be read; the mail can leave without them.
      </Text>
    );
  if (!data?.items.length) return null;
  return (
    <Checkbox.Group
      label={input.label}
      error={input.error}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
    >
      <div className={classes['files']}>
        {data.items.map(({ id, name, size, isUnchecked }) => (
          <Checkbox
            key={id}
            size="sm"
            value={id}
            label={`${name} (${sizeText(size)})`}
            disabled={isUnchecked}
            description={isUnchecked ? 'Not scanned for viruses yet' : undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
