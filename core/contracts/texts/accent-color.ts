import { z } from 'zod';

/** A brand color as `#1c5d99`. */
export const hexColor = z
  .string({ error: 'Must be a colour such as #1c5d99' })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'Must be a colour such as #1c5d99' });

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance by WCAG 2, 0 for black to 1 for white. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2) of white text on the color. */
export const whiteOn = (hex: string): number => 1.05 / (luminance(hex) + 0.05);

const leastContrast = 4.5;

/** The color, darkened until white text on it has a contrast of at least 4.5 (WCAG AA). */
export function readableAccent(hex: string): string {
  for (let kept = 1; kept >= 0; kept -= 0.04) {
    const darker = `#${channels(hex)
      .map((value) =>
        Math.floor(value * kept)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (whiteOn(darker) >= leastContrast) return darker;
  }
  return '#000000';
}
