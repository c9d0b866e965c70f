import type { CSSProperties, ReactNode } from 'react';

/** Buttons in the colour of an account's brand; its colour carries white text in both schemes. */
export function Branded({ accentColor, children }: { accentColor: string | null; children: ReactNode }) {
  if (!accentColor) return children;
  const shades = ['filled', 'filled-hover'].flatMap((kind) => {
    const value = kind === 'filled' ? accentColor : `color-mix(in srgb, ${accentColor} 88%, black)`;
    return [
      [`--mantine-primary-color-${kind}`, value],
      [`--mantine-color-cobalt-${kind}`, value],
    ];
  });
  return <div style={{ display: 'contents', ...(Object.fromEntries(shades) as CSSProperties) }}>{children}</div>;
}
