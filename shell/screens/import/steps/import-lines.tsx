import { Button, FileButton, Group, TextInput } from '@mantine/core';
import classes from '../import.module.css';
import type { LinesFile } from '../use-upload.ts';

/** A second file with lines, chosen before the file with one row per record. */
export function ImportLines(props: { lines: LinesFile | null; onChange(lines: LinesFile | null): void }) {
  const { lines, onChange } = props;
  return (
    <details className={classes['details']}>
      <summary>The lines are in a second file</summary>
      <p className={classes['hint']}>
        Choose the file of lines here and say which column both files have; then drop the file with one row for each
        record below.
      </p>
      <Group gap="sm" align="flex-end" my="xs">
        <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => file && onChange({ file, on: lines?.on ?? '' })}>
          {(button) => (
            <Button {...button} variant="default">
              {lines ? lines.file.name : 'Choose the file of lines'}
            </Button>
          )}
        </FileButton>
        {lines && (
          <>
            <TextInput
              label="Column that both have"
              description="Such as OrderID, or OrderID=Order where they call it differently"
              required
              value={lines.on}
              error={lines.on.trim() ? undefined : 'Without it the second file is not used'}
              onChange={(event) => onChange({ ...lines, on: event.currentTarget.value })}
            />
            <Button variant="subtle" onClick={() => onChange(null)}>
              Without lines
            </Button>
          </>
        )}
      </Group>
    </details>
  );
}
