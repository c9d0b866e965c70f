import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../../../contracts/client.ts';
import { errorText } from '../../feedback/error-text.ts';
import { type Conflict, conflictsOf } from '../values/form-conflicts.ts';
import { changedValues, cleanValues, type FormValues } from '../values/form-values.ts';

/** What a form may begin with: its numbers may be empty, so that the contract's own messages ask for them. */
export type Blank<Values> = Values extends number
  ? Values | null
  : Values extends readonly (infer Each)[]
    ? Blank<Each>[]
    : Values extends object
      ? { [Name in keyof Values]: Blank<Values[Name]> }
      : Values;

/** Options of forms in screens and dialogs. */
export interface RecordFormSettings<Schema extends z.ZodType> {
  /** The contract's body; validates before sending, with the messages of the server. */
  schema: Schema;
  /** Initial values; applied again when they change and nothing is edited. */
  values: Partial<Blank<z.input<Schema>>>;
  /**
   * Saves. `changes` contains only the differing fields, for PATCH. An ApiError is shown beside its fields. Returns a
   * path to open, or nothing to stay.
   */
  onSave(values: z.output<Schema>, changes: Partial<z.output<Schema>>): Promise<string | undefined> | Promise<void>;
  /** False makes all fields read-only. */
  canSave?: boolean;
}

export interface RecordFormState {
  form: UseFormReturn<FieldValues>;
  /** An error without a field. */
  failure: { message: string; requestID: string } | null;
  /** Fields that another person has changed since they were read and edited here. */
  conflicts: readonly Conflict[];
  /** Marks a conflict as resolved. */
  settle(name: string): void;
  /** Validates and saves. Returns the path to open, undefined to stay, or false after an error. */
  save(): Promise<string | undefined | false>;
}

const staleText = 'Somebody else was faster. What you typed is still here: look at it, and save again';

/** State of a record's form, based on react-hook-form. */
export function useRecordForm<Schema extends z.ZodType>({
  schema,
  values,
  onSave,
  canSave = true,
}: RecordFormSettings<Schema>): RecordFormState {
  const [failure, setFailure] = useState<RecordFormState['failure']>(null);
  // Screens pass the values inline, so only a changed content resets the form.
  const signature = JSON.stringify(values);
  const initial = useMemo(() => values as FormValues, [signature]);
  const resolver = useMemo<Resolver<FieldValues>>(() => {
    const resolve = zodResolver(schema as z.ZodType<FieldValues, FieldValues>) as Resolver<FieldValues>;
    return (entered, context, options) => resolve(cleanValues(entered, initial), context, options);
  }, [schema, initial]);
  const form = useForm<FieldValues>({
    defaultValues: initial,
    values: initial,
    resetOptions: { keepDirtyValues: true },
    resolver,
    // Changed fields are validated when they lose the focus; see `useFormKeys`.
    mode: 'onSubmit',
    shouldFocusError: false,
    disabled: !canSave,
  });

  const queries = useQueryClient();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const settle = useCallback((name: string) => setConflicts((all) => all.filter((each) => each.name !== name)), []);
  const base = useRef(initial);
  // Data that is read again after the own save is no change by another person.
  const isSaving = useRef(false);
  useEffect(() => {
    const before = base.current;
    base.current = initial;
    if (before !== initial && !isSaving.current) setConflicts(conflictsOf(before, initial, form.getValues()));
  }, [initial, form]);

  const save = useCallback(async (): Promise<string | undefined | false> => {
    let outcome: string | undefined | false = false;
    setFailure(null);
    isSaving.current = true;
    let isStale = false;
    await form.handleSubmit(async (parsed) => {
      try {
        const changes = changedValues(parsed, initial) as Partial<z.output<Schema>>;
        const next = await onSave(parsed as z.output<Schema>, changes);
        outcome = typeof next === 'string' ? next : undefined;
        form.reset(form.getValues());
        setConflicts([]);
      } catch (error) {
        outcome = false;
        isStale = error instanceof ApiError && error.code === 'stale_version';
        const problems = error instanceof ApiError ? error.errors : [];
        for (const { path, message } of problems) if (path) form.setError(path, { type: 'server', message });
        const isShownAtFields = problems.length > 0 && problems.every(({ path }) => path !== '');
        const message = isStale ? staleText : errorText(error);
        if (!isShownAtFields) setFailure({ message, requestID: error instanceof ApiError ? error.requestID : '' });
        if (!(error instanceof ApiError)) console.error(error);
      }
    })();
    isSaving.current = false;
    // Reads the current record again; entered values stay and are compared with it.
    if (isStale) await queries.invalidateQueries({ refetchType: 'active' });
    return outcome;
  }, [form, onSave, initial, queries]);
  return { form, failure, conflicts, settle, save };
}
