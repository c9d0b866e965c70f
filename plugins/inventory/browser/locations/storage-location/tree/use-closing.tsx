import { Text } from '@mantine/core';
import { formats, useClient, useConfirm } from '@millwright/core/browser';
import { type ClosingEffects, getClosingEffects } from '../../../../contracts/index.ts';

const mostShown = 10;

const promiseText = ({ item, type, number, quantity }: ClosingEffects['freedPromises'][number]): string => {
  const whose = type === 'hold' ? 'held by orders that are being typed' : `of ${type.replaceAll('_', ' ')} ${number}`;
  return `${item.sku}: ${formats().number(quantity.measure)} ${quantity.unit} ${whose}`;
};

/** Effects of a closing: places that close, items that cannot leave, and promises without other stock. */
function Effects({ placeCount, itemCount, freedPromises }: ClosingEffects) {
  const texts = freedPromises.map(promiseText);
  return (
    <>
      <Text size="sm">
        {placeCount > 1
          ? `${placeCount === 2 ? 'The place' : `The ${placeCount - 1} places`} inside it will be closed too. `
          : ''}
        {itemCount === 0
          ? 'No stock lies there.'
          : `Stock of ${itemCount === 1 ? '1 item' : `${itemCount} items`} cannot be promised or leave until it opens.`}
      </Text>
      {texts.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            These promises have no other stock and are taken back:
          </Text>
          <ul>
            {texts.slice(0, mostShown).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {texts.length > mostShown && <li>and {texts.length - mostShown} more</li>}
          </ul>
        </>
      )}
    </>
  );
}

/** Asks before a place is closed, and shows the effects on promises. */
export function useClosing(): (place: { id: string; name: string }) => Promise<boolean> {
  const client = useClient();
  const confirm = useConfirm();
  return async ({ id, name }) => {
    const effects = await client.call(getClosingEffects, { params: { locationID: id } });
    return confirm({
      title: `Close ${name}?`,
      message: <Effects {...effects} />,
      confirmLabel: 'Close it',
      danger: effects.freedPromises.length > 0,
    });
  };
}
