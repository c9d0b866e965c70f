import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import classes from './form.module.css';
import { flattenErrors, pathLabel } from './values/form-values.ts';

/** A titled section of fields. `wide` lets tables of lines use the whole width. */
export function FormSection({
  title,
  description,
  wide,
  children,
}: {
  title?: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={classes['section']}
      aria-labelledby={title ? id : undefined}
      data-narrow={wide ? undefined : true}
    >
      {title && (
        <div className={classes['sectionHead']}>
          <h2 className={classes['sectionTitle']} id={id}>
            {title}
          </h2>
          {description && <p className={classes['sectionText']}>{description}</p>}
        </div>
      )}
      <div className={classes['fields']}>{children}</div>
    </section>
  );
}

/** Fields side by side if there is room. */
export const FormRow = ({ children }: { children: ReactNode }) => <div className={classes['row']}>{children}</div>;

/** Focuses the input of a field, found by the path in its attributes. */
function focusField(root: HTMLElement | null, path: string): void {
  const scope: ParentNode = root?.closest('form') ?? document;
  const exact = scope.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"], [name="${CSS.escape(path)}"]`);
  const control = exact?.matches('input, textarea, select, button')
    ? exact
    : (exact?.querySelector<HTMLElement>('input, textarea, select, button') ?? exact);
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}

/** Label of a field on the screen. */
export function fieldLabel(path: string): string {
  const control = document.querySelector<HTMLInputElement>(
    `[data-path="${CSS.escape(path)}"], [name="${CSS.escape(path)}"]`,
  );
  const label = control?.labels?.[0]?.textContent?.replace(/\*$/, '').trimEnd() ?? control?.getAttribute('aria-label');
  return label || pathLabel(path);
}

// Many messages already contain the field's name: "Name is required".
const problemText = (label: string, message: string): string =>
  message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`;

/** All errors of the form as links to its fields; gets the focus after a failed attempt to save. */
export function ErrorSummary({ failure }: { failure: { message: string; requestID: string } | null }) {
  const box = useRef<HTMLDivElement>(null);
  const { errors, submitCount } = useFormState();
  const problems = submitCount > 0 ? flattenErrors(errors) : [];
  const hasProblems = problems.length > 0 || failure !== null;
  // The focus moves once per attempt, not with each corrected field.
  useEffect(() => {
    if (hasProblems) box.current?.focus();
  }, [submitCount, failure]);
  if (!hasProblems) return null;
  return (
    <div ref={box} className={classes['summary']} role="alert" tabIndex={-1} data-narrow>
      <h2>
        {failure?.message ??
          (problems.length === 1 ? 'One field needs attention' : `${problems.length} fields need attention`)}
      </h2>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ path, message }) => (
            <li key={path}>
              <button type="button" onClick={() => focusField(box.current, path)}>
                {problemText(fieldLabel(path), message)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {failure?.requestID && <small>Request {failure.requestID}</small>}
    </div>
  );
}
