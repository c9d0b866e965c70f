import { type CommandFailure, interruption, usageFailure } from '../command-failure.ts';
import { type ProgressState, progressLine } from './progress-state.ts';
import { layOutTable, type TableColumn } from './table-layout.ts';
import { plainJSON, plainLines, plainText } from './text-width.ts';

/** The written part of a stream: process.stdout, or a buffer in tests. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** A progress display. */
export interface ProgressLine {
  /** Sets the finished amount, and the total if it is known. */
  update(done: number, total?: number): void;
  /** Removes the display and leaves one line of text about the finished work. */
  end(): Promise<void>;
}

/** Output of a command: to a person, to a file or pipe, or as JSON to a program. */
export interface Output {
  /** A line of the result on stdout; nothing with `--json`. */
  say(line: string): void;
  /** An additional line on stderr; nothing with `--json`. */
  note(line: string): void;
  /** The result: as JSON with `--json` (once per command), else the output of `text`. */
  result(value: unknown, text: () => void | Promise<void>): Promise<void>;
  /** Rows in columns that fit the terminal; in a pipe columns have their full width. */
  table<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): void;
  /**
   * Progress with rate and remaining time: a bar in a terminal, a line every five seconds elsewhere, JSON lines on
   * stderr with `--json`.
   */
  progress(label: string, options?: { total?: number; unit?: string }): Promise<ProgressLine>;
  /**
   * Asks before an irreversible action. `--yes` confirms. Without a terminal the command fails with wrong usage.
   * @throws CommandFailure 130 if the person answers no
   */
  confirm(question: string): Promise<void>;
}

/** Output options of one process; created once by the entry point. */
export interface OutputOptions {
  stdout: TextSink;
  stderr: TextSink;
  isJSON: boolean;
  isYes: boolean;
  isInteractive: boolean;
}

const everyMilliseconds = 5_000;

/** The output of one command. */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, isJSON, isYes, isInteractive } = options;
  const line = (sink: TextSink, text: string) => void sink.write(`${text}\n`);
  // Messages contain parts of files and records, which may be untrusted text.
  return {
    say: (text) => {
      if (!isJSON) line(stdout, plainLines(text));
    },
    note: (text) => {
      if (!isJSON) line(stderr, plainLines(text));
    },
    async result(value, text) {
      if (isJSON) line(stdout, plainJSON(value, stdout.isTTY ? 2 : undefined));
      else await text();
    },
    table(columns, rows) {
      if (isJSON) return;
      const width = stdout.isTTY ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
      const laidOut = layOutTable(columns, rows, width);
      const bold = (text: string) => (stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text);
      for (const each of [bold(laidOut.header), ...laidOut.rows]) line(stdout, each);
    },
    async progress(label, { total, unit = 'rows' } = {}) {
      const began = performance.now();
      const state = (done: number, of: number | undefined): ProgressState => ({
        label,
        done,
        total: of,
        unit,
        elapsedMilliseconds: performance.now() - began,
      });
      if (isInteractive) {
        const { showProgress } = await import('../components/progress.tsx');
        return showProgress(state(0, total), state);
      }
      let reported = performance.now();
      let last = state(0, total);
      const report = () =>
        line(
          stderr,
          isJSON
            ? plainJSON({ progress: { label, done: last.done, total: last.total ?? null, unit } })
            : plainText(progressLine(last)),
        );
      return {
        update(done, of) {
          last = state(done, of ?? last.total);
          if (performance.now() - reported < everyMilliseconds) return;
          reported = performance.now();
          report();
        },
        async end() {
          last = state(last.done, last.total);
          report();
        },
      };
    },
    async confirm(question) {
      if (isYes) return;
      if (!isInteractive) throw usageFailure(`${question} Nobody is here to answer.`, 'Add --yes to agree beforehand');
      const { askConfirmation } = await import('../components/confirm.tsx');
      if (!(await askConfirmation(plainLines(question)))) throw interruption();
    },
  };
}

/** Prints a failure: text with code, field errors and advice; one JSON line with `--json`. */
export function printFailure(stderr: TextSink, failure: CommandFailure, isJSON: boolean): void {
  const { message, code, exitCode, errors, hint } = failure;
  if (isJSON) {
    stderr.write(`${plainJSON({ error: { message, code, exitCode, errors, hint: hint ?? null } })}\n`);
    return;
  }
  const red = (text: string) => (stderr.isTTY ? `\u001b[31m${text}\u001b[39m` : text);
  stderr.write(`${red('error')}: ${plainLines(message)} (${code})\n`);
  for (const each of errors) stderr.write(`  ${plainText(each.path)}: ${plainText(each.message)}\n`);
  if (hint) stderr.write(`${plainLines(hint)}\n`);
}
