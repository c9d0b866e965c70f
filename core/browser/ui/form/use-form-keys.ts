import type { FocusEvent, KeyboardEvent } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { afterPointer } from './inputs/after-pointer.ts';

const pathOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement
    ? (target.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? (target as HTMLInputElement).name)
    : undefined;

/**
 * Keys and focus of all forms. Changed fields are validated when they lose the focus, unchanged ones are not. Enter
 * submits only forms of one section, because in long forms it is usually a slip (Ctrl+Enter always submits).
 */
export function useFormKeys(form: UseFormReturn<FieldValues>): {
  onBlur(event: FocusEvent<HTMLFormElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLFormElement>): void;
} {
  // Read on demand, because subscribing to the dirty state would render the form again for each field.
  const isChanged = (path: string): boolean =>
    (form.getValues(path) ?? '') !== ((get(form.formState.defaultValues, path) as unknown) ?? '');
  return {
    onBlur({ target, currentTarget }) {
      const path = currentTarget.contains(target) ? pathOf(target) : undefined;
      if (path && isChanged(path)) afterPointer(() => void form.trigger(path));
    },
    onKeyDown(event) {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      // React also passes events of dialogs that a field of this form has opened; these have forms of their own.
      if (!(event.target instanceof HTMLInputElement) || event.target.form !== event.currentTarget) return;
      if (event.currentTarget.querySelectorAll('section').length > 1) event.preventDefault();
    },
  };
}
