import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useMemo, useState } from 'react';
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../../contracts/client.ts';
import { errorText } from '../error-text.ts';
import { changedValues, cleanValues, type FormValues } from './form-values.ts';

/** What forms on a screen and in a dialog have in common. */
export interface RecordFormProps<Schema extends z.ZodType> {
  /** The contract's body: validates before sending, with the same messages as the server. */
  schema: Schema;
  /** Initial values; read again when they change while nothing is edited. */
  values: Partial<z.input<Schema>>;
  /**
   * Saves. `changes` holds only the fields that differ, for PATCH. Throw the ApiError: errors are shown beside their
   * fields. Answer a path to go
   * there, or nothing to stay with a clean form.
   */
  onSave(values: z.output<Schema>, changes: Partial<z.output<Schema>>): Promise<string | undefined> | Promise<void>;
  /** False shows everything read-only. */
  canSave?: boolean;
}

export interface RecordForm {
  form: UseFormReturn<FieldValues>;
  /** An error that belongs to no field. */
  failure: { message: string; requestID: string } | null;
  /** Validates and saves; the path to go to, undefined to stay, false if it did not work. */
  save(): Promise<string | undefined | false>;
}

/** State of a record's form on react-hook-form. */
export function useRecordForm<Schema extends z.ZodType>({
  schema,
  values,
  onSave,
  canSave = true,
}: RecordFormProps<Schema>): RecordForm {
  const [failure, setFailure] = useState<RecordForm['failure']>(null);
  // Screens write the values inline: only a change of content may reset the form.
  const signature = JSON.stringify(values);
  const initial = useMemo(() => values as FormValues, [signature]);
  const resolver = useMemo<Resolver<FieldValues>>(() => {
    const resolve = zodResolver(schema as unknown as z.ZodType<FieldValues, FieldValues>) as Resolver<FieldValues>;
    return (entered, context, options) => resolve(cleanValues(entered, initial), context, options);
  }, [schema, initial]);
  const form = useForm<FieldValues>({
    defaultValues: initial,
    values: initial,
    resetOptions: { keepDirtyValues: true },
    resolver,
    // Fields that were changed are validated when they are left, see `useFormKeys`.
    mode: 'onSubmit',
    shouldFocusError: false,
    disabled: !canSave,
  });

  const save = useCallback(async (): Promise<string | undefined | false> => {
    let outcome: string | undefined | false = false;
    setFailure(null);
    await form.handleSubmit(async (parsed) => {
      try {
        const changes = changedValues(parsed, initial) as Partial<z.output<Schema>>;
        const next = await onSave(parsed as z.output<Schema>, changes);
        outcome = typeof next === 'string' ? next : undefined;
        form.reset(form.getValues());
      } catch (error) {
        outcome = false;
        const problems = error instanceof ApiError ? error.errors : [];
        for (const { path, message } of problems) if (path) form.setError(path, { type: 'server', message });
        const isShownAtFields = problems.length > 0 && problems.every(({ path }) => path !== '');
        if (!isShownAtFields)
          setFailure({ message: errorText(error), requestID: error instanceof ApiError ? error.requestID : '' });
        if (!(error instanceof ApiError)) console.error(error);
      }
    })();
    return outcome;
  }, [form, onSave, initial]);
  return { form, failure, save };
}
