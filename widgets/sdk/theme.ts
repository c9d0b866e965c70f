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

/** Adds the common styles and the widget's own; all elements of a kind share the style sheets. */
export const adoptStyles = (root: ShadowRoot, styles: string): void => {
  root.adoptedStyleSheets = [sheetOf(base), sheetOf(styles)];
};
