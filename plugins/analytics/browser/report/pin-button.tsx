import { ActionIcon } from '@mantine/core';
import { Icon, toast, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { type DashboardPin, getDashboard, putDashboard } from '../../contracts/index.ts';

/** Identity of a pin. */
export const pinKey = ({ report, kind, name, period, filters }: DashboardPin): string =>
  JSON.stringify([report, kind, name, period, filters]);

/** Adds a figure or chart to the person's dashboard, or removes it. */
export function PinButton({ pin, label }: { pin: DashboardPin; label: string }) {
  const { data } = useEndpoint(getDashboard);
  const save = useEndpointMutation(putDashboard);
  if (!data) return null;
  const others = data.pins.filter((each) => pinKey(each) !== pinKey(pin));
  const isPinned = others.length < data.pins.length;
  const toggle = (): void =>
    save.mutate(
      { body: { pins: isPinned ? others : [...data.pins, pin] } },
      { onSuccess: () => toast.success(isPinned ? `${label} is off your dashboard` : `${label} is on your dashboard`) },
    );
  return (
    <ActionIcon
      size="sm"
      variant={isPinned ? 'light' : 'subtle'}
      color={isPinned ? 'cobalt' : 'gray'}
      aria-pressed={isPinned}
      aria-label={`${label} on my dashboard`}
      loading={save.isPending}
      onClick={toggle}
    >
      <Icon name="star" size={14} />
    </ActionIcon>
  );
}
