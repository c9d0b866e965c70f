import { Box, render, Text, useWindowSize } from 'ink';
import {
  durationText,
  type ProgressState,
  progressAmount,
  progressLine,
  rateOf,
  secondsLeft,
} from '../output/progress-state.ts';

const barWidth = 24;

/** A progress bar with amount, rate and remaining time; without a total only amount and rate. */
export function Progress({ state }: { state: ProgressState }) {
  const { columns } = useWindowSize();
  const { label, done, total, unit } = state;
  const share = total ? Math.min(1, done / total) : undefined;
  const filled = Math.round((share ?? 0) * barWidth);
  const rate = rateOf(state);
  const left = secondsLeft(state);
  const facts = [
    ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
    progressAmount(done, unit),
    ...(rate === undefined ? [] : [`${progressAmount(Math.round(rate), unit)}/s`]),
    ...(left === undefined || share === 1 ? [] : [`${durationText(left)} left`]),
  ];
  return (
    <Box gap={1}>
      <Text bold wrap="truncate">
        {label}
      </Text>
      {share !== undefined && columns >= 60 && (
        <Text>
          <Text color="green">{'█'.repeat(filled)}</Text>
          <Text dimColor>{'░'.repeat(barWidth - filled)}</Text>
        </Text>
      )}
      <Text wrap="truncate">{facts.join('  ')}</Text>
    </Box>
  );
}

/** Shows the bar in the terminal until `end`, which replaces it by one line of text. */
export function showProgress(first: ProgressState, at: (done: number, total: number | undefined) => ProgressState) {
  const app = render(<Progress state={first} />, {
    stdout: process.stderr,
    // The command handles Ctrl-C itself, because it may have incomplete output to remove.
    exitOnCtrlC: false,
    patchConsole: false,
  });
  let last = first;
  let shown = performance.now();
  return {
    update(done: number, total?: number) {
      last = at(done, total ?? last.total);
      if (performance.now() - shown < 100) return;
      shown = performance.now();
      app.rerender(<Progress state={last} />);
    },
    async end() {
      app.clear();
      app.unmount();
      await app.waitUntilExit();
      process.stderr.write(`${progressLine(at(last.done, last.total))}\n`);
    },
  };
}
