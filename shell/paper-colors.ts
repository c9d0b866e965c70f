const scheme = 'data-mantine-color-scheme';

/** Paper is white: whoever works with dark colors prints with light ones. */
export function printInLightColors(): void {
  const page = document.documentElement;
  const printing = matchMedia('print');
  let onScreen: string | null = null;
  const follow = (isPrinting: boolean): void => {
    if (isPrinting === (onScreen !== null)) return;
    const current = page.getAttribute(scheme) ?? 'light';
    page.setAttribute(scheme, isPrinting ? 'light' : (onScreen ?? current));
    onScreen = isPrinting ? current : null;
  };
  printing.addEventListener('change', ({ matches }) => follow(matches));
  window.addEventListener('beforeprint', () => follow(true));
  window.addEventListener('afterprint', () => follow(false));
}
