import type { ComponentChildren, InputHTMLAttributes, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';

interface Common {
  /** Path of the field in the request, to which errors refer. */
  name: string;
  label: string;
  problem?: string | undefined;
  hint?: string;
  required?: boolean;
  /** Visible to screen readers only, because the layout makes the meaning clear. */
  isLabelHidden?: boolean;
  /** Id of another message about this field. */
  describedBy?: string | undefined;
}

interface Attributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  'aria-required': 'true' | undefined;
}

/** A label, its input and its error in one shadow root, so that their ids can refer to each other. */
function Labelled(props: Common & { children: (given: Attributes) => ComponentChildren }) {
  const { name, label, problem, hint, required, isLabelHidden, describedBy, children } = props;
  const id = useId();
  const descriptionIDs = [hint && `${id}-hint`, problem && `${id}-problem`, describedBy].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} part="label" class={isLabelHidden ? 'unseen' : undefined}>
        {label}
        {required === false && <span class="muted"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-describedby': descriptionIDs || undefined,
        'aria-invalid': problem ? 'true' : undefined,
        'aria-required': required ? 'true' : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} class="muted hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} class="problem" part="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

interface InputProps extends Common {
  input?: { current: HTMLInputElement | null };
  type?: 'text' | 'email' | 'tel' | 'search';
  value?: string;
  defaultValue?: string | undefined;
  autocomplete?: string;
  autocapitalize?: 'off';
  maxLength?: number;
  inputMode?: 'numeric' | 'decimal';
  onInput?: (event: TargetedInputEvent<HTMLInputElement>) => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

const commonOf = <P extends Common>({ name, label, problem, hint, required, isLabelHidden, describedBy, ...rest }: P) =>
  [{ name, label, problem, hint, required, isLabelHidden, describedBy } as Common, rest] as const;

export function WidgetTextField(props: InputProps) {
  const [common, { input, ...rest }] = commonOf(props);
  // The JSX types need the element's name, which is only known at run time.
  const inputProps = { type: 'text', spellcheck: false, ...rest, ...(input && { ref: input }) } as InputHTMLAttributes;
  return <Labelled {...common}>{(given) => <input part="input" {...inputProps} {...given} />}</Labelled>;
}

export function TextArea(
  props: Common & { rows?: number; maxLength?: number; placeholder?: string; defaultValue?: string },
) {
  const [common, rest] = commonOf(props);
  return <Labelled {...common}>{(given) => <textarea part="input" rows={3} {...rest} {...given} />}</Labelled>;
}

export interface Choice {
  value: string;
  label: string;
}

export function WidgetSelectField(
  props: Common & { choices: readonly Choice[]; value?: string | undefined; onChange?: (value: string) => void },
) {
  const [common, { choices, value, onChange }] = commonOf(props);
  return (
    <Labelled {...common}>
      {(given) => (
        <select part="input" {...given} value={value} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** One of a few visible options. */
export function RadioField(props: {
  name: string;
  label: string;
  choices: readonly (Choice & { hint?: string })[];
  value: string;
  problem?: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, label, choices, value, problem, onChange } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label class="choice" key={choice.value}>
          <input
            type="radio"
            name={`${id}-${name}`}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint && <span class="muted hint"> {choice.hint}</span>}
          </span>
        </label>
      ))}
      {problem && (
        <p id={`${id}-problem`} class="problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

export function CheckField(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

/** Shows progress and ignores further clicks. It keeps the focus, which a `disabled` button would lose. */
export function Submit(props: { isBusy: boolean; busy: string; children: ComponentChildren }) {
  return (
    <button type="submit" part="button" aria-disabled={props.isBusy}>
      {props.isBusy ? props.busy : props.children}
    </button>
  );
}
