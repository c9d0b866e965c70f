import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import classes from './import.module.css';
import { delimiterOptions, encodingOptions } from './import-text.ts';
import type { ReadChoices } from './use-upload.ts';

const detected = { value: '', label: 'As detected' };

/** Sheet, encoding and delimiter, for a file that was read incorrectly. */
export function ReadDifferently(props: {
  /** Sheets of the workbook; empty for other files. */
  sheets: readonly string[];
  sheet: string | null;
  isPending: boolean;
  isOpen?: boolean;
  onRead(choices: ReadChoices): void;
}) {
  const { sheets } = props;
  const [sheet, setSheet] = useState(props.sheet ?? '');
  const [encoding, setEncoding] = useState('');
  const [delimiter, setDelimiter] = useState('');
  const read = () =>
    props.onRead({
      ...(sheets.length && sheet ? { sheet } : {}),
      ...(encoding ? { encoding } : {}),
      ...(delimiter ? { delimiter } : {}),
    });
  return (
    <details className={classes['details']} open={props.isOpen}>
      <summary>Read the file differently</summary>
      <Group gap="sm" align="flex-end" mt="xs">
        {sheets.length > 0 ? (
          <NativeSelect
            label="Sheet"
            data={[...sheets]}
            value={sheet}
            onChange={(event) => setSheet(event.currentTarget.value)}
          />
        ) : (
          <>
            <NativeSelect
              label="Encoding"
              data={[detected, ...encodingOptions]}
              value={encoding}
              onChange={(event) => setEncoding(event.currentTarget.value)}
            />
            <NativeSelect
              label="Columns are separated by"
              data={[detected, ...delimiterOptions]}
              value={delimiter}
              onChange={(event) => setDelimiter(event.currentTarget.value)}
            />
          </>
        )}
        <Button variant="default" onClick={read} loading={props.isPending}>
          Read again
        </Button>
      </Group>
    </details>
  );
}
