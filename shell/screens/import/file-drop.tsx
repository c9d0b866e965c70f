import { Button, FileButton, Loader } from '@mantine/core';
import { formats, Icon, sizeText } from '@millwright/core/browser';
import { type DragEvent, useState } from 'react';
import classes from './import.module.css';

/** Area for dropping or choosing a file. */
export function FileDrop({ pending, onFile }: { pending: File | null; onFile(file: File): void }) {
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <section
      className={classes['drop']}
      aria-label="File"
      aria-busy={pending !== null}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        const [file] = event.dataTransfer.files;
        if (file && !pending) onFile(file);
      }}
    >
      {pending ? (
        <p role="status" className={classes['reading']}>
          <Loader size={16} /> Reading {pending.name} ({sizeText(pending.size, formats().number)})
        </p>
      ) : (
        <>
          <Icon name="upload" size={22} />
          <p className={classes['dropTitle']}>Drop a file here</p>
          <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => file && onFile(file)}>
            {(button) => <Button {...button}>Choose a file</Button>}
          </FileButton>
          <p className={classes['hint']}>
            CSV, TSV or XLSX with headings in its first row; at most 64 MB and 250,000 rows. Nothing is written before
            you have seen what it does.
          </p>
        </>
      )}
    </section>
  );
}
