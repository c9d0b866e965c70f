import type { CSSProperties, ReactNode } from 'react';

const shadesOf = (accentColor: string): CSSProperties =>
  Object.fromEntries(
    ['primary-color', 'color-cobalt'].flatMap((name) => [
      [`--mantine-${name}-filled`, accentColor],
      [`--mantine-${name}-filled-hover`, `color-mix(in srgb, ${accentColor} 88%, black)`],
    ]),
  ) as CSSProperties;

/**
 * Buttons in the color of an account's brand, dark enough for white text in both color schemes; null means the default
 * color.
 */
export const Branded = ({ accentColor, children }: { accentColor: string | null; children: ReactNode }) => (
  <div style={{ display: 'contents', ...(accentColor ? shadesOf(accentColor) : {}) }}>{children}</div>
);
