import { type ChildProcess, fork } from 'node:child_process';

/** What a child of the benchmark may be told to do, by name. */
export type Handlers = Record<string, (argument: never) => Promise<unknown>>;

interface Message {
  call: number;
  name: string;
  argument: unknown;
}

interface Answer {
  call: number;
  result?: unknown;
  error?: string;
}

/**
 * This program once more, in another role and its own process, so that nobody measures on somebody else's processor
 * time.
 */
export class Child {
  readonly role: string;
  readonly #process: ChildProcess;
  readonly #open = new Map<number, { done: (result: never) => void; failed: (error: Error) => void }>();
  #calls = 0;

  constructor(role: string, options: { execArgv?: readonly string[] } = {}) {
    this.role = role;
    this.#process = fork(process.argv[1] as string, ['--as', role], {
      // Like this program, so that what is measured runs as an installation does.
      execArgv: [...process.execArgv, ...(options.execArgv ?? [])],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (answer: Answer) => {
      const call = this.#open.get(answer.call);
      this.#open.delete(answer.call);
      if (answer.error === undefined) call?.done(answer.result as never);
      else call?.failed(new Error(`${role}: ${answer.error}`));
    });
    this.#process.once('exit', (code, signal) => {
      for (const { failed } of this.#open.values()) failed(new Error(`The ${role} has ended: ${signal ?? code}`));
      this.#open.clear();
    });
  }

  call<Result>(name: string, argument: unknown = {}): Promise<Result> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise<Result>((done, failed) => {
      this.#open.set(call, { done, failed });
      this.#process.send({ call, name, argument } satisfies Message, (error) => error && failed(error));
    });
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Lets it finish by itself (`stop`), then waits for its end. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once('exit', done));
    await this.call('stop').catch(() => this.#process.kill('SIGKILL'));
    if (this.#process.connected) this.#process.disconnect();
    await ended;
  }
}

/** Runs in the child: answers calls until the parent goes. `stop` closes what the child holds open. */
export function answerCalls(handlers: Handlers): void {
  process.on('message', async ({ call, name, argument }: Message) => {
    try {
      const handler = handlers[name];
      if (!handler) throw new Error(`no ${name} here`);
      process.send?.({ call, result: await handler(argument as never) } satisfies Answer);
    } catch (error) {
      process.send?.({ call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  // Ctrl-C reaches everybody in the terminal; the parent ends its children in order.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(0));
}
