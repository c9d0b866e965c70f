import type { Logger } from 'pino';
import { outboxSignal } from '../../events/outbox-signal.ts';
import type { QueueName } from '../queue/queue.ts';
import type { OutboxDispatcher } from './outbox-dispatcher.ts';

/** Milliseconds after which the outbox is checked even without a signal. */
const pollFloor = 1000;

/** Checks the outbox after every signal and at least every second, one batch at a time. */
export class DispatchLoop {
  #isStopping = false;
  #isSignalled = false;
  #endPause: () => void = () => undefined;
  readonly #stopListening: () => void;
  readonly #done: Promise<void>;

  constructor(dispatcher: OutboxDispatcher, wakeWorkers: (queue: QueueName) => void, log: Logger) {
    this.#stopListening = outboxSignal.onWake(() => this.wake());
    this.#done = this.#run(dispatcher, wakeWorkers, log);
  }

  /** Checks the outbox now. */
  wake(): void {
    this.#isSignalled = true;
    this.#endPause();
  }

  async #run(dispatcher: OutboxDispatcher, wakeWorkers: (queue: QueueName) => void, log: Logger): Promise<void> {
    while (!this.#isStopping) {
      this.#isSignalled = false;
      let isFull = false;
      try {
        const handedOver = await dispatcher.dispatch();
        handedOver.filled.forEach(wakeWorkers);
        isFull = handedOver.isFull;
      } catch (error) {
        log.error({ err: error }, 'events could not be handed over; trying again');
      }
      if (!isFull && !this.#isSignalled && !this.#isStopping) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, pollFloor);
      this.#endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Resolves when the current batch has been handed over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening();
    this.#endPause();
    await this.#done;
  }
}
