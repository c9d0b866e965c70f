import { type ChildProcess, fork } from 'node:child_process';

/** Calls that a child process of the benchmark handles, by name. */
type Handlers<Arguments> = { readonly [Name in keyof Arguments]: (argument: Arguments[Name]) => Promise<unknown> };

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

/** Starts this program again in another role and process, so that each measures only its own processor time. */
export class Child {
  static readonly #running = new Set<Child>();

  /** Ends all children at once, so that the work with them fails. */
  static killAll(): void {
    for (const child of Child.#running) child.#process.kill('SIGKILL');
  }

  readonly role: string;
  readonly #process: ChildProcess;
  readonly #open = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void }>();
  #calls = 0;

  constructor(role: string, options: { execArgv?: readonly string[] } = {}) {
    this.role = role;
    this.#process = fork(process.argv[1] as string, ['--as', role], {
      // The same flags as this program, so that the measured process runs as in an installation.
      execArgv: [...process.execArgv, ...(options.execArgv ?? [])],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (answer: Answer) => {
      const call = this.#open.get(answer.call);
      this.#open.delete(answer.call);
      if (answer.error === undefined) call?.done(answer.result);
      else call?.failed(new Error(`${role}: ${answer.error}`));
    });
    Child.#running.add(this);
    this.#process.once('exit', (code, signal) => {
      Child.#running.delete(this);
      for (const { failed } of this.#open.values()) failed(new Error(`The ${role} has ended: ${signal ?? code}`));
      this.#open.clear();
    });
  }

  call<Result>(name: string, argument: unknown = {}): Promise<Result> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise<Result>((done, failed) => {
      this.#open.set(call, { done: (result) => done(result as Result), failed });
      this.#process.send({ call, name, argument } satisfies Message, (error) => error && failed(error));
    });
  }

  /** Lets the child finish (`stop`), then waits for its end. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once('exit', done));
    await this.call('stop').catch(() => this.#process.kill('SIGKILL'));
    if (this.#process.connected) this.#process.disconnect();
    await ended;
  }
}

const isCall = <Arguments>(name: PropertyKey, handlers: Handlers<Arguments>): name is keyof Arguments =>
  Object.hasOwn(handlers, name);

/** Runs in the child: handles calls until the parent ends. `stop` closes the child's resources. */
export function answerCalls<Arguments>(handlers: Handlers<Arguments>): void {
  process.on('message', async ({ call, name, argument }: Message) => {
    try {
      if (!isCall(name, handlers)) throw new Error(`no ${name} here`);
      // The parent is this program too, so that it sends what the call takes.
      const result = await handlers[name](argument as Arguments[typeof name]);
      process.send?.({ call, result } satisfies Answer);
    } catch (error) {
      process.send?.({ call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  // Ctrl-C reaches all processes of the terminal; the parent ends its children in order.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(0));
}
