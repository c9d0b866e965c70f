import { useEffect, useEffectEvent } from 'react';
import { hasCardNumber } from '../../contracts/text.ts';
import { toast } from '../ui/toast.tsx';
import { WedgeBuffer } from './wedge-buffer.ts';

const cardText = 'This looks like a payment card: it was not kept';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const textBoxAt = (target: EventTarget | null): TextBox | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;

/** Puts a value back as if it was typed, so that React sees it. */
function restore(box: TextBox, value: string): void {
  const kind = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Hears a scanner that types like a keyboard, wherever the focus is: characters at most 35 ms apart, at least two of
 * them, ended
 * by Enter or Tab. What it typed into a field is taken out of it again. Card numbers go nowhere.
 */
export function useWedgeScanner(
  onScan: (text: string) => void,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): void {
  const scanned = useEffectEvent((text: string) => {
    if (hasCardNumber(text)) toast.error(cardText);
    else onScan(text);
  });
  useEffect(() => {
    if (!isEnabled) return;
    const buffer = new WedgeBuffer();
    let box: TextBox | undefined;
    let before = '';
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) buffer.clear();
      else if (event.key.length === 1) {
        if (!buffer.add(event.key, event.timeStamp)) {
          // Outside of fields the rest of a code would be shortcuts: `g i` opens another screen.
          if (!box) event.stopPropagation();
          return;
        }
        box = textBoxAt(event.target);
        before = box?.value ?? '';
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        const text = buffer.end(event.timeStamp);
        if (text === undefined) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (box) restore(box, before);
        scanned(text);
      } else if (event.key !== 'Shift') buffer.clear();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isEnabled]);
}
