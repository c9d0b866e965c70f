import type { ComponentType } from 'react';
import type { AccountContext } from '../kernel/context.ts';
import type { EmailTemplate } from '../kernel/plugin.ts';
import type { EmailBrand } from './email-brand.ts';

/** A mail as its recipient gets it. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** Mails get these beside their own props. */
export interface EmailFrame {
  /** Name of the account it comes from; 'Millwright' outside accounts. */
  accountName: string;
  /** Address of the installation, without a slash at the end. */
  baseURL: string;
  /** Missing where the account has chosen nothing. */
  brand?: EmailBrand;
}

/**
 * An email written as a React component. The component and the renderer are loaded at the first mail: they are much
 * code that a server needs rarely and never at its start.
 */
export function reactEmail<Props extends object>(parts: {
  /** Unique: `commerce.order-status`. */
  name: string;
  /** Address of the preview: `/order-email-preview`. */
  previewPath?: string;
  subject(props: Props & EmailFrame): string;
  load(): Promise<ComponentType<Props & EmailFrame>>;
  sample: Props;
  paper?: EmailTemplate['paper'];
}): EmailTemplate {
  return {
    name: parts.name,
    previewPath: parts.previewPath,
    sample: parts.sample as Record<string, unknown>,
    ...(parts.paper ? { paper: parts.paper } : {}),
    async render(given) {
      const props = given as Props & EmailFrame;
      const [{ createElement }, { render, toPlainText }, component, { EmailBrandContext }] = await Promise.all([
        import('react'),
        import('react-email'),
        parts.load(),
        import('./email-brand.ts'),
      ]);
      const brand = { value: props.brand ?? null };
      const html = await render(createElement(EmailBrandContext.Provider, brand, createElement(component, props)));
      return { subject: parts.subject(props), html, text: toPlainText(html) };
    },
  };
}

/** Every email the installation can send. */
export class EmailTemplates {
  readonly #byName: ReadonlyMap<string, EmailTemplate>;

  constructor(templates: readonly EmailTemplate[]) {
    this.#byName = new Map(templates.map((template) => [template.name, template]));
  }

  /** Addresses of the previews. */
  get previewPaths(): string[] {
    return [...this.#byName.values()].flatMap(({ previewPath }) => previewPath ?? []);
  }

  /** @throws Error for an unknown template */
  async render(name: string, props: Record<string, unknown>): Promise<RenderedEmail> {
    const template = this.#byName.get(name);
    if (!template) throw new Error(`No installed plugin has the email template "${name}"`);
    const { subject, html, text } = await template.render(props);
    return { subject: subject.replace(/\s+/g, ' ').trim(), html, text };
  }

  /** The paper that goes with a mail; undefined where none does. */
  async paperOf(ctx: AccountContext, name: string, props: Record<string, unknown>) {
    return this.#byName.get(name)?.paper?.(ctx, props);
  }

  /** The mail of this preview address with sample data; undefined if there is none. */
  async renderPreview(path: string, frame: EmailFrame): Promise<RenderedEmail | undefined> {
    const template = [...this.#byName.values()].find(({ previewPath }) => previewPath === path);
    return template && this.render(template.name, { ...frame, ...template.sample });
  }
}
