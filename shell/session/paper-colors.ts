const scheme = 'data-mantine-color-scheme';

/** Prints in light colors even in dark mode, because paper is white. */
export function printInLightColors(): void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  const setPrinting = (isPrinting: boolean): void => {
    if (isPrinting) {
      onScreen ??= page.getAttribute(scheme) ?? 'light';
      page.setAttribute(scheme, 'light');
    } else if (onScreen) {
      page.setAttribute(scheme, onScreen);
      onScreen = null;
    }
  };
  // Some browsers support only one of the two.
  matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches));
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
}
