import { Button, Group, Stack, Text } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import type { ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';
import { PluginFailure, type PluginFailureKind } from '../remotes/remotes.ts';
import classes from './plugin-failed.module.css';

const reasons: Record<PluginFailureKind, string> = {
  unreachable: 'Its files could not be fetched, or are not the ones that were installed.',
  timeout: 'Its files did not arrive in time.',
  incompatible: 'It was made for another version of Millwright.',
  broken: 'It stopped with an error.',
  off: 'It has failed several times and is switched off until this page is loaded again.',
};

const advice: Record<PluginFailureKind, string> = {
  unreachable: 'Try again, or load the page again: an update may have replaced them.',
  timeout: 'Check the connection and try again.',
  incompatible: 'An administrator has to install a version of the plugin that fits.',
  broken: 'Try again; if it happens again, tell your administrator what you did.',
  off: 'Load the page again to give it another chance.',
};

/**
 * Replaces a screen whose plugin failed, with the plugin, the reason, and advice. The rest of the shell keeps working.
 */
export function PluginFailed({ plugin, error, onRetry }: { plugin: ManifestPlugin; error: unknown; onRetry(): void }) {
  const kind = error instanceof PluginFailure ? error.kind : 'broken';
  return (
    <div className={classes['failed']} role="alert">
      <Icon name="plug" size={22} />
      <h1 className={classes['title']}>{plugin.title} cannot be shown</h1>
      <Stack gap={4} align="center">
        <Text size="sm">{reasons[kind]}</Text>
        <Text size="sm" c="dimmed">
          {advice[kind]} The rest of Millwright goes on working.
        </Text>
      </Stack>
      <Group gap="xs" mt="sm">
        {kind === 'off' ? (
          <Button onClick={() => location.reload()}>Load the page again</Button>
        ) : (
          <Button onClick={onRetry}>Try again</Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt="md">
        Plugin {plugin.id}
      </Text>
    </div>
  );
}
