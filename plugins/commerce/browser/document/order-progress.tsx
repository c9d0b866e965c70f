import { Group, Progress } from '@mantine/core';
import { formats } from '@millwright/core/browser';

/** A ratio as a bar with its figure: `Shipped 40%` for screen readers. */
export function ProgressBar({ label, ratio, width }: { label: string; ratio: number; width?: number }) {
  const percent = formats().percent(ratio);
  return (
    <Group gap={6} wrap="nowrap" {...(width ? { w: width } : {})}>
      <Progress.Root size="sm" style={{ flex: 1 }}>
        <Progress.Section
          value={Math.min(ratio, 1) * 100}
          color={ratio >= 1 ? 'green.7' : 'cobalt'}
          aria-label={label}
          aria-valuetext={percent}
        />
      </Progress.Root>
      <span style={{ minWidth: '2.5em', textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>{percent}</span>
    </Group>
  );
}
