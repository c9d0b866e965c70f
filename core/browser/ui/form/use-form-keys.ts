import type { FocusEvent, KeyboardEvent } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { afterPointer } from './after-pointer.ts';

const pathOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement
    ? (target.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? (target as HTMLInputElement).name)
    : undefined;

/**
 * What every form does with keys and focus: fields that were changed are validated when they are left, untouched ones
 * never; Enter sends only forms of one section, for in long ones it is a slip (Ctrl+Enter sends each).
 */
export function useFormKeys(form: UseFormReturn<FieldValues>): {
  onBlur(event: FocusEvent<HTMLFormElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLFormElement>): void;
} {
  // Read when it is needed: to subscribe to what is dirty would draw the form once more for every field.
  const isChanged = (path: string): boolean =>
    (form.getValues(path) ?? '') !== ((get(form.formState.defaultValues, path) as unknown) ?? '');
  return {
    onBlur({ target, currentTarget }) {
      const path = currentTarget.contains(target) ? pathOf(target) : undefined;
      if (path && isChanged(path)) afterPointer(() => void form.trigger(path));
    },
    onKeyDown(event) {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      // React passes on what happens in a dialog that a field of this form has opened; that is a form of its own.
      if (!(event.target instanceof HTMLInputElement) || event.target.form !== event.currentTarget) return;
      if (event.currentTarget.querySelectorAll('section').length > 1) event.preventDefault();
    },
  };
}
