import { type ComponentType, render } from 'preact';
import { createWidgetClient, type WidgetClient } from './client.ts';
import { adoptStyles } from './theme.ts';

/** Props of every widget. */
export interface WidgetProps<Attribute extends string = never> {
  client: WidgetClient;
  /** Attributes of the element; undefined if missing. */
  attributes: { readonly [Name in Attribute]?: string };
  /** Language for `Intl`, from the nearest element with `lang`. */
  language: string | undefined;
  /** Dispatches an event on the page: `tell('order-status-shown', { stage })` is `millwright:order-status-shown`. */
  tell(event: string, detail: Readonly<Record<string, unknown>>): void;
}

/**
 * Defines `<millwright-NAME>`: an open shadow root with its own style, rendered again when an attribute changes. A
 * second definition, by a second copy of the script or another release, is ignored.
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
      // Children of the element are its fallback without scripts; the shadow root replaces them.
      const isNew = !this.shadowRoot;
      adoptStyles(this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true }), styles);
      this.#draw();
      if (isNew) this.#tell('ready', { widget: name });
    }

    disconnectedCallback(): void {
      // Moved elements are connected again within the same task.
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
