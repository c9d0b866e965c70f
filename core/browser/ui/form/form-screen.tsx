import { Button, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useBlocker, useNavigate } from 'react-router';
import type { z } from 'zod';
import { useShortcut } from '../../keys/shortcut.ts';
import { useScreenTitle } from '../../screens/screen-title.ts';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { PageHeader, type PageHeaderProps } from '../frame/page-header.tsx';
import classes from './form.module.css';
import { ErrorSummary } from './form-parts.tsx';
import { type RecordFormSettings, useRecordForm } from './record/use-record-form.ts';
import { useFormKeys } from './use-form-keys.ts';
import { ConflictSummary } from './values/conflict-summary.tsx';

export interface FormScreenProps<Schema extends z.ZodType>
  extends RecordFormSettings<Schema>,
    Omit<PageHeaderProps, 'title'> {
  title: string;
  saveLabel?: string;
  /** For sections with tables of lines: the column grows to 96 rem, other sections stay narrow. */
  wide?: boolean;
  children: ReactNode;
}

/** Whether the form is still shown. A person who has left while it was saving is not sent to its record. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

/**
 * A screen that creates or edits a record: sections in one column, a save bar, and a warning before leaving with
 * unsaved changes.
 */
export function FormScreen<Schema extends z.ZodType>(props: FormScreenProps<Schema>) {
  const { form, failure, conflicts, settle, save } = useRecordForm(props);
  const navigate = useNavigate();
  const { isDirty, isSubmitting } = form.formState;
  const keys = useFormKeys(form);
  const canSave = props.canSave ?? true;
  const isLeaving = useRef(false);
  const isOpen = useIsOpen();
  useScreenTitle(props.title);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const submit = async (event?: FormEvent | KeyboardEvent) => {
    event?.preventDefault();
    if (!canSave || form.formState.isSubmitting) return;
    const path = await save();
    if (typeof path === 'string' && isOpen.current) {
      isLeaving.current = true;
      await navigate(path);
      isLeaving.current = false;
    }
  };
  useShortcut('mod+s', (event) => void submit(event), { label: 'Save', group: 'Form', enabled: canSave });
  useShortcut('mod+enter', (event) => void submit(event), { label: 'Save', group: 'Form', enabled: canSave });

  return (
    <FormProvider {...form}>
      <form className={classes['screen']} onSubmit={(event) => void submit(event)} {...keys} noValidate>
        <div className={classes['head']}>
          <PageHeader
            title={props.title}
            beside={props.beside}
            actions={props.actions}
            {...(props.back ? { back: props.back } : {})}
          />
        </div>
        <div className={classes['column']} data-wide={props.wide || undefined}>
          <ErrorSummary failure={failure} />
          <ConflictSummary conflicts={conflicts} onSettled={settle} />
          {props.children}
        </div>
        {canSave && (
          <div className={classes['bar']}>
            <span className={classes['barText']} role="status">
              {isDirty ? 'Unsaved changes' : ''}
            </span>
            {props.back && (
              <Button variant="default" onClick={() => void navigate(props.back?.href ?? '..')}>
                {isDirty ? 'Discard' : 'Cancel'}
              </Button>
            )}
            <Button type="submit" loading={isSubmitting}>
              {props.saveLabel ?? 'Save'}
            </Button>
          </div>
        )}
      </form>
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        title="Leave without saving?"
        message="The changes on this screen will be lost."
        confirmLabel="Leave"
        danger
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </FormProvider>
  );
}

export interface FormDialogProps<Schema extends z.ZodType> extends RecordFormSettings<Schema> {
  opened: boolean;
  onClose(): void;
  title: string;
  saveLabel?: string;
  size?: string;
  children: ReactNode;
}

/** A small form in a dialog, which closes after saving. */
export function FormDialog<Schema extends z.ZodType>(props: FormDialogProps<Schema>) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={600}>{props.title}</Text>}
      size={props.size ?? 'md'}
      // On the dialog instead of the form, because the initial focus is on the close button, outside of the form.
      onKeyDown={(event) => {
        if ((event.key !== 'Enter' && event.key !== 's') || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        event.currentTarget.querySelector('form')?.requestSubmit();
      }}
    >
      {props.opened && <DialogForm {...props} />}
    </Modal>
  );
}

function DialogForm<Schema extends z.ZodType>(props: FormDialogProps<Schema>) {
  const { form, failure, conflicts, settle, save } = useRecordForm(props);
  const navigate = useNavigate();
  const keys = useFormKeys(form);
  const canSave = props.canSave ?? true;
  const isOpen = useIsOpen();
  const submit = async () => {
    if (!canSave || form.formState.isSubmitting) return;
    const path = await save();
    if (path === false || !isOpen.current) return;
    props.onClose();
    if (path) await navigate(path);
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be inside another form, to which React would pass the event through the portal.
          event.stopPropagation();
          void submit();
        }}
        onBlur={keys.onBlur}
        onKeyDown={keys.onKeyDown}
      >
        <Stack gap="sm">
          <ErrorSummary failure={failure} />
          <ConflictSummary conflicts={conflicts} onSettled={settle} />
          {props.children}
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            {canSave && (
              <Button type="submit" loading={form.formState.isSubmitting}>
                {props.saveLabel ?? 'Save'}
              </Button>
            )}
          </div>
        </Stack>
      </form>
    </FormProvider>
  );
}
