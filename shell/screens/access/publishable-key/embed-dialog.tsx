import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DateTimeText, LoadingState, useEndpoint } from '@millwright/core/browser';
import { listWidgets, type PublishableKeyView } from '../../../../core/contracts/sign-in/publishable-key.contract.ts';
import { CopiedField } from '../key/copied-field.tsx';
import { embedCode, policyOf } from './embed-code.ts';

/** The HTML that embeds the widgets of a key. */
export function EmbedDialog(props: {
  publishableKey: PublishableKeyView | null;
  /** The key that this one replaces, while the former is still valid. */
  former?: PublishableKeyView | null;
  onClose(): void;
}) {
  const { publishableKey, former, onClose } = props;
  const offered = useEndpoint(listWidgets, {}, { enabled: publishableKey !== null, staleTime: 300_000 });
  const elements = (offered.data?.items ?? [])
    .filter(({ name }) => publishableKey?.widgets.includes(name))
    .map(({ element }) => element);
  const sites = publishableKey?.origins.join(', ');
  return (
    <Modal
      opened={publishableKey !== null}
      onClose={onClose}
      title={<Text fw={600}>{publishableKey ? `Code for ${publishableKey.name}` : ''}</Text>}
      size="xl"
    >
      {publishableKey && !offered.data && <LoadingState />}
      {publishableKey && offered.data && (
        <Stack gap="md">
          {former?.expiresAt && (
            <Text size="sm" component="p" m={0}>
              Pages with the old key work until <DateTimeText value={former.expiresAt} />. Put the new one into them
              before.
            </Text>
          )}
          <CopiedField
            label="Code"
            description={`For pages of ${sites}: the script once, the element where it belongs`}
            value={embedCode(offered.data.loaderURL, publishableKey.id, elements)}
            isLong
            isFirst
          />
          <CopiedField
            label="Policy"
            description="Where the page has a content security policy, it has to allow"
            value={policyOf(offered.data.loaderURL)}
          />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
