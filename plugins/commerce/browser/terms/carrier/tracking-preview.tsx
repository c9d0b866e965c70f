import { Anchor, Text } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { createCarrierBody, trackingLink } from '../../../contracts/index.ts';

const sampleNumber = '1Z999AA10123456784';

/** Tracking link of a sample number, built from the address template as it is being typed. */
export function TrackingPreview() {
  const template: unknown = useWatch({ name: 'trackingUrlTemplate' });
  const { success } = createCarrierBody.shape.trackingUrlTemplate.safeParse(template);
  const link =
    success && typeof template === 'string' && template !== ''
      ? trackingLink({ trackingUrlTemplate: template }, sampleNumber)
      : undefined;
  return link ? (
    <Text size="sm">
      Preview:{' '}
      <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
        {link}
      </Anchor>
    </Text>
  ) : (
    <Text size="sm" c="dimmed">
      Without an address, tracking numbers are shown without a link.
    </Text>
  );
}
