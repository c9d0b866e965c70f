import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useClient } from '../../../api/api-provider.tsx';
import { useSession } from '../../../screens/session.tsx';
import { toast } from '../../feedback/toast.tsx';
import type { Option, RecordSource } from '../../record/record-source.ts';
import { TextField } from '../fields.tsx';
import { FormDialog } from '../form-screen.tsx';

/** Value of the option that creates a record; it cannot be an id, because ids have no spaces. */
export const createValue = ' create';

const named = z.object({ name: z.string().trim().min(1, { error: 'Name is required' }) });

/**
 * The last option of a picker, "Create 'Zephyr Marine'", and its dialog. The option is null if the person may not
 * create records, if no text is entered, or if a record of that name exists.
 */
export function useCreateInPicker(
  source: RecordSource,
  text: string,
  found: readonly Option[],
  onCreated: (option: Option) => void,
) {
  const client = useClient();
  const queries = useQueryClient();
  const session = useSession();
  const [name, setName] = useState<string | null>(null);
  const { create } = source;
  const typed = text.trim();
  const isKnown = found.some(({ label }) => label.toLowerCase() === typed.toLowerCase());
  const option: Option | null =
    create && typed && !isKnown && session.can(create.permission)
      ? { value: createValue, label: `Create ‘${typed}’` }
      : null;
  const dialog = create && (
    <FormDialog
      opened={name !== null}
      onClose={() => setName(null)}
      title={`New ${create.noun}`}
      saveLabel="Create"
      schema={named}
      values={{ name: name ?? '' }}
      onSave={async ({ name: wanted }) => {
        const made = await create.create(client, wanted);
        await queries.invalidateQueries({ queryKey: [source.name] });
        toast.success(`${made.label} created`);
        onCreated(made);
      }}
    >
      <TextField name="name" label="Name" required autoFocus />
    </FormDialog>
  );
  return { option, dialog, open: () => setName(typed) };
}
