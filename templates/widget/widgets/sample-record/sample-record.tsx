import { useId, useRef, useState } from 'preact/hooks';
import type { askSampleRecord } from '../../plugins/sample-plugin/contracts/sample-record-widget.contract.ts';
import { type EndpointAddress, WidgetError } from '../sdk/client.ts';
import type { WidgetProps } from '../sdk/mount.tsx';

// The compiler checks this against the contract; only types are imported, so that the contract is not bundled.
const address: EndpointAddress<typeof askSampleRecord> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/x/sample-plugin/sample-record',
};

/** A form with one field, and the answer. */
export function SampleRecordWidget({ client, attributes, tell }: WidgetProps<'heading'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const [isWrong, setWrong] = useState(false);

  const ask = async (): Promise<void> => {
    try {
      const { greeting } = await client.call(address, { body: { name: input.current?.value ?? '' } });
      setWrong(false);
      setMessage(greeting);
      tell('sample-record-shown', { greeting });
    } catch (error) {
      const {
        code,
        message: text,
        errors,
      } = error instanceof WidgetError ? error : new WidgetError('unknown_error', 'Something went wrong. Try again.');
      setWrong(true);
      setMessage(errors[0]?.message ?? text);
      input.current?.focus();
      tell('error', { code, message: text });
    }
  };

  return (
    <section class="widget" part="widget" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} part="heading">
        {attributes.heading ?? 'Sample record'}
      </h2>
      <form
        part="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <div>
          <label for={`${id}-name`} part="label">
            Name
          </label>
          <input
            id={`${id}-name`}
            ref={input}
            part="input"
            autocomplete="name"
            aria-invalid={isWrong ? 'true' : undefined}
            aria-describedby={`${id}-message`}
          />
        </div>
        <button type="submit" part="button">
          Ask
        </button>
      </form>
      <p role="status" id={`${id}-message`} class={isWrong ? 'problem' : undefined} part="message">
        {message}
      </p>
    </section>
  );
}
