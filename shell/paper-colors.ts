const scheme = 'data-mantine-color-scheme';

/** Paper is white: whoever works with dark colors prints with light ones. */
export function printInLightColors(): void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  const follow = (isPrinting: boolean): void => {
    if (isPrinting) {
      onScreen ??= page.getAttribute(scheme) ?? 'light';
      page.setAttribute(scheme, 'light');
    } else if (onScreen) {
      page.setAttribute(scheme, onScreen);
      onScreen = null;
    }
  };
  // Not every browser tells both.
  matchMedia('print').addEventListener('change', ({ matches }) => follow(matches));
  window.addEventListener('beforeprint', () => follow(true));
  window.addEventListener('afterprint', () => follow(false));
}
