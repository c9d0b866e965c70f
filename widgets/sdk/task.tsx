import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WidgetError } from './client.ts';

/** Reason of a failed call: one message for all of it, or one per field by its path. */
export interface Failure {
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
}

/**
 * A call that the visitor waits for. A new call replaces the running one, and nothing is shown after the widget is
 * removed.
 */
export interface Task {
  isBusy: boolean;
  failure: Failure | undefined;
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  refuse(fields: Failure['fields'], message?: string): void;
  clear(): void;
}

/** @param tell the element's function, for the event `millwright:error` */
export function useTask(tell: (event: string, detail: Readonly<Record<string, unknown>>) => void): Task {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(null);
  const telling = useRef(tell);
  telling.current = tell;
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    running.current?.abort();
    const attempt = new AbortController();
    const { signal } = attempt;
    running.current = attempt;
    setFailure(undefined);
    setBusy(true);
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, errors } =
        error instanceof WidgetError ? error : new WidgetError('unknown_error', 'Something went wrong. Try again.');
      const fields = Object.fromEntries(errors.map(({ path, message: text }) => [path, text]));
      setFailure({ code, message: errors.length ? '' : message, fields });
      telling.current('error', { code, message });
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setFailure(undefined), []);
  const refuse = useCallback(
    (fields: Failure['fields'], message = '') => setFailure({ code: 'invalid_input', message, fields }),
    [],
  );
  return useMemo(() => ({ isBusy, failure, run, refuse, clear }), [isBusy, failure, run, refuse, clear]);
}

/** Entered values by name, without blank texts. */
export const taskEntriesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
    ),
  );

/** A form that focuses its first wrong field, and is sent once at a time. */
export function Form(props: {
  task: Task;
  class?: string;
  onSend: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}) {
  const { task, onSend, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (task.failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [task.failure]);
  return (
    <form
      ref={form}
      part="form"
      class={props.class}
      noValidate
      aria-busy={task.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!task.isBusy) onSend(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

/** The error of the whole form. The region always exists, so that screen readers announce new messages. */
export function Message({
  id,
  text,
  tone = 'problem',
}: {
  id?: string;
  text: string | undefined;
  tone?: 'problem' | 'good';
}) {
  return (
    <div role="status" id={id} class={tone} part="message" hidden={!text}>
      {text}
    </div>
  );
}

/** Takes the focus when it appears, so that screen readers read it from its beginning. */
export function Arrival(props: { class?: string; part?: string; children: ComponentChildren }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <div ref={here} tabIndex={-1} class={props.class} part={props.part}>
      {props.children}
    </div>
  );
}
