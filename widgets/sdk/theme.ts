import base from './base.css';

const sheets = new Map<string, CSSStyleSheet>();

function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** Gives a root the look of all widgets and that of its own; every element of a kind shares the sheets. */
export const adoptStyles = (root: ShadowRoot, styles: string): void => {
  root.adoptedStyleSheets = [sheetOf(base), sheetOf(styles)];
};
