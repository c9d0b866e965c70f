import { useEffect, useEffectEvent } from 'react';
import { hasCardNumber } from '../../contracts/texts/text.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { longestGap, WedgeBuffer } from './wedge-buffer.ts';

const cardText = 'This looks like a payment card: it was not kept';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const textBoxAt = (target: EventTarget | null): TextBox | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;

/** Sets a value like typing does, so that React notices it. */
function restore(box: TextBox, value: string): void {
  const kind = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Key events held back by one listener, and those released again, so that two listeners handle each only once. */
const taken = new WeakSet<Event>();
const released = new WeakSet<Event>();

/**
 * Detects scanners that type like a keyboard, wherever the focus is: at least two characters at most 35 ms apart,
 * followed by Enter or Tab. Text that the scanner typed into a field is removed again. Card numbers are ignored.
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
    // Only the next key shows whether a character begins a scan; until then it is held back from shortcuts.
    let held: KeyboardEvent | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = (): void => {
      clearTimeout(timer);
      if (!held) return;
      const { key, code, shiftKey, repeat, target } = held;
      held = undefined;
      const again = new KeyboardEvent('keydown', { key, code, shiftKey, repeat, bubbles: true, cancelable: true });
      released.add(again);
      target?.dispatchEvent(again);
    };
    const hold = (event: KeyboardEvent): void => {
      event.stopPropagation();
      clearTimeout(timer);
      if (!taken.has(event)) held ??= event;
      taken.add(event);
      timer = setTimeout(release, longestGap);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (released.has(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        buffer.clear();
        release();
      } else if (event.key.length === 1) {
        if (buffer.add(event.key, event.timeStamp)) {
          release();
          box = textBoxAt(event.target);
          before = box?.value ?? '';
        }
        // Outside of fields the characters of a code would trigger shortcuts: `s` ships, `g i` opens another screen.
        if (!box) hold(event);
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        const text = buffer.end(event.timeStamp);
        if (text === undefined) {
          release();
          return;
        }
        held = undefined;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (box) restore(box, before);
        scanned(text);
      } else if (event.key !== 'Shift') {
        buffer.clear();
        release();
      }
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isEnabled]);
}
