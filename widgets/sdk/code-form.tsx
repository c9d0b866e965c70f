import { Submit, WidgetTextField } from './field.tsx';
import { Arrival, Form, Message, type Task, taskEntriesOf, useTask } from './task.tsx';

const digitNames: Readonly<Record<6 | 8, string>> = { 6: 'six', 8: 'eight' };

/** A form for a mailed code. */
export function CodeForm(props: {
  tell: Parameters<typeof useTask>[0];
  digits: 6 | 8;
  /** Text about the mail and its recipient. */
  message: string;
  onCode: (code: string, signal: AbortSignal) => Promise<void>;
  /** Sends another code. */
  onAgain: () => Promise<void>;
  again: Task;
  onBack: () => void;
  back: string;
}) {
  const { digits, message, onCode, onAgain, again, onBack, back } = props;
  const task = useTask(props.tell);
  const send = (form: HTMLFormElement) => {
    const code = (taskEntriesOf(form)['code'] ?? '').replace(/\D/g, '');
    if (code.length !== digits) return task.refuse({ code: `Enter the ${digitNames[digits]} digits of the mail` });
    void task.run((signal) => onCode(code, signal));
  };
  return (
    <Arrival class="stack">
      <p>{message}</p>
      <Form task={task} class="stack" onSend={send}>
        <WidgetTextField
          name="code"
          label="Code"
          required
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={12}
          problem={task.failure?.fields['code']}
        />
        <Message text={task.failure?.message || again.failure?.message} />
        <div class="row">
          <Submit isBusy={task.isBusy} busy="Looking …">
            Go on
          </Submit>
          <button type="button" class="link" onClick={() => void onAgain()}>
            {again.isBusy ? 'Sending …' : 'Send another code'}
          </button>
          <button type="button" class="link" onClick={onBack}>
            {back}
          </button>
        </div>
      </Form>
    </Arrival>
  );
}
