import { Button } from '@mantine/core';
import { FormDialog, toast } from '@millwright/core/browser';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

/** A button beside a record's title for records that are short enough to be edited in a dialog. */
export function EditDialog<Schema extends z.ZodType>(props: {
  /** Text of the button; the dialog's title adds the name of the record. */
  verb: string;
  recordName: string;
  schema: Schema;
  values: Parameters<typeof FormDialog<Schema>>[0]['values'];
  onSave(body: z.output<Schema>): Promise<{ name: string }>;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {props.verb}
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`${props.verb} ${props.recordName}`}
        schema={props.schema}
        values={props.values}
        onSave={async (body) => {
          const { name } = await props.onSave(body);
          toast.success(`${name} saved`);
        }}
      >
        {props.children}
      </FormDialog>
    </>
  );
}
