import type { ComponentChildren, InputHTMLAttributes, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';

interface Common {
  /** Path of the field in the call, by which refusals find it. */
  name: string;
  label: string;
  problem?: string | undefined;
  hint?: string;
  required?: boolean;
  /** Shown to screen readers alone: the place says it to those who see. */
  isLabelHidden?: boolean;
  /** A message elsewhere that is about this field too. */
  describedBy?: string | undefined;
}

interface Attributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  'aria-required': 'true' | undefined;
}

/** A label, what is entered, and what is wrong with it, all in one root so that their ids meet. */
function Labelled(props: Common & { children: (given: Attributes) => ComponentChildren }) {
  const { name, label, problem, hint, required, isLabelHidden, describedBy, children } = props;
  const id = useId();
  const said = [hint && `${id}-hint`, problem && `${id}-problem`, describedBy].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} part="label" class={isLabelHidden ? 'unseen' : undefined}>
        {label}
        {required === false && <span class="muted"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-describedby': said || undefined,
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
  // The types know an element for each kind of input; here the kind is only known when it is drawn.
  const own = { type: 'text', spellcheck: false, ...rest, ...(input && { ref: input }) } as InputHTMLAttributes;
  return <Labelled {...common}>{(given) => <input part="input" {...own} {...given} />}</Labelled>;
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

/** One of a few, all of them seen. */
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

/** Says that work goes on, and is not pressed twice; it keeps the focus, which `disabled` would lose. */
export function Submit(props: { isBusy: boolean; busy: string; children: ComponentChildren }) {
  return (
    <button type="submit" part="button" aria-disabled={props.isBusy}>
      {props.isBusy ? props.busy : props.children}
    </button>
  );
}
