import { Button } from '@mantine/core';
import { ErrorSummary, type RecordFormSettings, useRecordForm, useScreenTitle } from '@millwright/core/browser';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import classes from './small-form.module.css';

/** A centered card with a title and content. */
export function Card({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  useScreenTitle(title);
  return (
    <div className={classes['place']}>
      <section className={classes['card']} aria-labelledby="card-title">
        <h1 className={classes['title']} id="card-title">
          {title}
        </h1>
        {text && <p className={classes['text']}>{text}</p>}
        {children}
      </section>
    </div>
  );
}

/** A small form outside the dashboard: the usual checks and errors, one button. */
export function SmallForm<Schema extends z.ZodType>(
  props: RecordFormSettings<Schema> & { submitLabel: string; children: ReactNode; below?: ReactNode },
) {
  const { form, failure, save } = useRecordForm(props);
  const navigate = useNavigate();
  const submit = async (): Promise<void> => {
    if (form.formState.isSubmitting) return;
    const path = await save();
    if (typeof path === 'string') await navigate(path);
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ErrorSummary failure={failure} />
        {props.children}
        <Button type="submit" fullWidth size="md" loading={form.formState.isSubmitting}>
          {props.submitLabel}
        </Button>
        {props.below && <div className={classes['below']}>{props.below}</div>}
      </form>
    </FormProvider>
  );
}
