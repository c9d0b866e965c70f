import { Button, Checkbox, Text } from '@mantine/core';
import { formats, useConfirm } from '@millwright/core/browser';
import { useState } from 'react';
import type { ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import classes from '../import.module.css';
import { commitText } from '../import-text.ts';

/** The button that applies the import, labelled with its effects. */
export function ImportCommit(props: {
  set: Pick<ImportSet, 'counts' | 'fileName' | 'rowCount' | 'columns'>;
  isPending: boolean;
  onCommit(skipErrors: boolean): void;
}) {
  const { counts, fileName, rowCount, columns } = props.set;
  const open = columns.filter(({ isUnconfirmed }) => isUnconfirmed);
  const [isWithoutErrors, setWithoutErrors] = useState(false);
  const confirm = useConfirm();
  const { number } = formats();
  const hasErrors = counts.error > 0;
  const skipErrors = hasErrors && isWithoutErrors;
  const text = commitText(counts, skipErrors, number);
  const rows = counts.error === 1 ? '1 row' : `${number(counts.error)} rows`;
  const commit = async () => {
    const isSure = await confirm({
      title: `Import ${fileName}?`,
      message: `${text}. It is written as one and can be undone afterwards.`,
      confirmLabel: text,
    });
    if (isSure) props.onCommit(skipErrors);
  };
  return (
    <section className={classes['bar']} aria-label="Commit">
      <Text size="sm" className={classes['barText'] ?? ''} component="div">
        {hasErrors && (
          <Checkbox
            checked={isWithoutErrors}
            onChange={(event) => setWithoutErrors(event.currentTarget.checked)}
            label={`Import without the ${rows} that ${counts.error === 1 ? 'has' : 'have'} errors`}
          />
        )}
        {open.length > 0 && (
          <div>
            {`Give ${open.map(({ heading }) => heading).join(', ')} a field, or leave it out: it looks like money.`}
          </div>
        )}
        {!text && (
          <div>{hasErrors ? 'No other row changes anything.' : `Nothing changes: ${rowsText(rowCount, number)}`}</div>
        )}
      </Text>
      {text && (
        <Button
          onClick={() => void commit()}
          disabled={(hasErrors && !isWithoutErrors) || open.length > 0}
          loading={props.isPending}
        >
          {text}
        </Button>
      )}
    </section>
  );
}

const rowsText = (count: number, number: (value: number) => string): string =>
  count === 1
    ? 'the row is left out or says what is there already.'
    : `all ${number(count)} rows are left out or say what is there already.`;
