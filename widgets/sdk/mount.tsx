import { type ComponentType, render } from 'preact';
import { createWidgetClient, type WidgetClient } from './client.ts';
import { adoptStyles } from './theme.ts';

/** What every widget gets. */
export interface WidgetProps<Attribute extends string = never> {
  client: WidgetClient;
  /** Own attributes of the element; undefined for those that are not there. */
  attributes: { readonly [Name in Attribute]?: string };
  /** For `Intl`: of the nearest element with `lang`. */
  language: string | undefined;
  /** Tells the page: `tell('order-status-shown', { stage })` is the event `millwright:order-status-shown`. */
  tell(event: string, detail: Readonly<Record<string, unknown>>): void;
}

/**
 * Defines `<millwright-NAME>`: an open root with its own style, drawn again when an attribute changes. A second
 * definition, from a second copy of the script or another release, is left alone.
 */
export function defineWidget<Attribute extends string = never>(
  name: string,
  parts: { component: ComponentType<WidgetProps<Attribute>>; styles: string; attributes?: readonly Attribute[] },
): void {
  const tag = `millwright-${name}`;
  const { component: Widget, styles, attributes = [] } = parts;
  if (customElements.get(tag)) return;

  class MillwrightWidget extends HTMLElement {
    static observedAttributes = ['publishable-key', ...attributes];
    #client: { key: string; client: WidgetClient } | undefined;

    connectedCallback(): void {
      // Children of the element are what stands there without scripts; the root takes their place.
      const isNew = !this.shadowRoot;
      adoptStyles(this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true }), styles);
      this.#draw();
      if (isNew) this.#tell('ready', { widget: name });
    }

    disconnectedCallback(): void {
      // Moved elements come back within the same task.
      queueMicrotask(() => {
        if (!this.isConnected && this.shadowRoot) render(null, this.shadowRoot);
      });
    }

    attributeChangedCallback(): void {
      if (this.shadowRoot && this.isConnected) this.#draw();
    }

    #draw(): void {
      const key = this.getAttribute('publishable-key') ?? '';
      if (this.#client?.key !== key) this.#client = { key, client: createWidgetClient(key) };
      const given = Object.fromEntries(attributes.map((each) => [each, this.getAttribute(each) ?? undefined]));
      const language = this.closest('[lang]')?.getAttribute('lang') || undefined;
      render(
        <Widget
          key={key}
          client={this.#client.client}
          attributes={given as { [Name in Attribute]?: string }}
          language={language}
          tell={(event, detail) => this.#tell(event, detail)}
        />,
        this.shadowRoot as ShadowRoot,
      );
    }

    #tell(event: string, detail: Readonly<Record<string, unknown>>): void {
      this.dispatchEvent(new CustomEvent(`millwright:${event}`, { bubbles: true, composed: true, detail }));
    }
  }
  customElements.define(tag, MillwrightWidget);
}
