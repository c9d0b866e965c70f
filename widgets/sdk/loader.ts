/** Files of this release by tag, inserted by the build. */
declare const widgetFiles: Readonly<Record<string, string>>;

const { src } = document.currentScript as HTMLScriptElement;
const selector = Object.keys(widgetFiles).join();
const seen = new WeakSet<Element>();

// A second copy of this script requests the same modules, which the browser loads once, so each element is defined
// once.
const load = (element: Element): void => {
  observer.unobserve(element);
  import(/* webpackIgnore: true */ new URL(widgetFiles[element.localName] as string, src).href).catch(() =>
    element.dispatchEvent(
      new CustomEvent('millwright:error', { bubbles: true, composed: true, detail: { code: 'not_loaded' } }),
    ),
  );
};

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) load(target);
  },
  { rootMargin: '400px' },
);

const find = (): void => {
  for (const element of document.querySelectorAll(selector))
    if (!seen.has(element)) {
      seen.add(element);
      if (element.hasAttribute('eager')) load(element);
      else observer.observe(element);
    }
};

find();
new MutationObserver(find).observe(document, { childList: true, subtree: true });
