import { ActionIcon, NativeSelect } from '@mantine/core';
import { formats } from '../../../format/format.ts';
import { Icon } from '../../display/icon.tsx';
import classes from '../list-screen.module.css';
import { type ListState, pageSizes } from '../state/list-state.ts';
import type { ListChange } from '../state/use-list-state.ts';

/** Shown range, page size and paging of a list. */
export function ListFooter({
  state,
  count,
  shown,
  onChange,
}: {
  state: ListState;
  count: number;
  shown: number;
  onChange(change: ListChange): void;
}) {
  const { number } = formats();
  const end = state.skip + shown;
  const sizes = [...new Set([...pageSizes, state.take])].sort((a, b) => a - b);
  return (
    <footer className={classes['footer']}>
      <NativeSelect
        size="xs"
        aria-label="Rows on a page"
        value={String(state.take)}
        data={sizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
        onChange={(event) => onChange({ take: Number(event.currentTarget.value), skip: 0 })}
      />
      <span role="status">
        {count === 0 ? 'No rows' : `${number(Math.min(state.skip + 1, count))}–${number(end)} of ${number(count)}`}
      </span>
      <ActionIcon
        aria-label="Previous page"
        disabled={state.skip === 0}
        onClick={() => onChange({ skip: Math.max(0, state.skip - state.take) })}
      >
        <Icon name="chevronLeft" />
      </ActionIcon>
      <ActionIcon
        aria-label="Next page"
        disabled={end >= count}
        onClick={() => onChange({ skip: state.skip + state.take })}
      >
        <Icon name="chevronRight" />
      </ActionIcon>
    </footer>
  );
}
