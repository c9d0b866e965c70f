/** Longest pause between two keys of a scanner, in milliseconds; nobody types a whole code that fast. */
const longestGap = 35;
/** Shortest code; two or three quick keys before Enter may be a person. */
const shortestCode = 4;

/** A pressed key as the buffer needs it: `KeyboardEvent` is one. */
export interface ScannedKey {
  key: string;
  /** Milliseconds of any clock that only goes forward. */
  timeStamp: number;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
}

/** What a key means: the first of a possible code, one more of it, its end with the text, or nothing. */
export type KeyMeaning = { kind: 'first' | 'more' | 'none' } | { kind: 'code'; text: string };

const none: KeyMeaning = { kind: 'none' };

/** Keys that are pressed beside others; a scanner sends Shift for capitals. */
const isModifier = (key: string): boolean =>
  key === 'Shift' || key === 'CapsLock' || key === 'AltGraph' || key === 'Control' || key === 'Alt';

/**
 * Tells a scanner that acts as a keyboard from a person by its pace: at least four characters, no two keys further apart than
 * 35 ms, and Enter or Tab at the end.
 */
export class KeyBuffer {
  #text = '';
  #last = 0;

  /** Takes the next key. */
  take(press: ScannedKey): KeyMeaning {
    if (isModifier(press.key)) return none;
    const isInPace = this.#text !== '' && press.timeStamp - this.#last <= longestGap;
    const text = isInPace ? this.#text : '';
    this.#text = '';
    // A shortcut is not typed, except that AltGr, which some layouts need for characters, counts as Ctrl and Alt.
    if (press.metaKey || press.isComposing || press.ctrlKey !== press.altKey) return none;
    this.#last = press.timeStamp;
    if (press.key === 'Enter' || press.key === 'Tab')
      return text.length >= shortestCode ? { kind: 'code', text } : none;
    if ([...press.key].length !== 1) return none;
    this.#text = text + press.key;
    return { kind: text === '' ? 'first' : 'more' };
  }
}
