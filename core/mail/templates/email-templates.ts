import type { ComponentType } from 'react';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { EmailTemplate } from '../../kernel/plugin/plugin.ts';
import type { EmailBrand } from './email-brand.ts';

/** A rendered mail. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** Props of all mails, besides their own. */
export interface EmailFrame {
  /** Name of the sending account; 'Millwright' for mails without an account. */
  accountName: string;
  /** Address of the installation without a trailing slash. */
  baseURL: string;
  /** Missing if the account has no brand. */
  brand?: EmailBrand;
  /** Address that switches this kind of mail off; only for notifications of the team. */
  unsubscribeURL?: string;
}

/**
 * A mail written as a React component. Component and renderer are loaded with the first mail, because they are large
 * and rarely needed.
 */
export function reactEmail<Props extends object>(parts: {
  /** Unique: `commerce.order-status`. */
  name: string;
  /** Path of the preview: `/order-email-preview`. */
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
      const [{ createElement }, { render, toPlainText }, component, contexts] = await Promise.all([
        import('react'),
        import('react-email'),
        parts.load(),
        import('./email-brand.ts'),
      ]);
      const { EmailBrandContext, UnsubscribeContext } = contexts;
      const mail = createElement(component, props);
      const withWayOut = createElement(UnsubscribeContext.Provider, { value: props.unsubscribeURL ?? null }, mail);
      const html = await render(createElement(EmailBrandContext.Provider, { value: props.brand ?? null }, withWayOut));
      // Names of records stand in subjects, which are one line.
      const subject = parts.subject(props).replace(/\s+/g, ' ').trim();
      return { subject, html, text: toPlainText(html) };
    },
  };
}

/** All mails of the installation. */
export class EmailTemplates {
  readonly #byName: ReadonlyMap<string, EmailTemplate>;

  constructor(templates: readonly EmailTemplate[]) {
    this.#byName = new Map(templates.map((template) => [template.name, template]));
  }

  /** Paths of the previews. */
  get previewPaths(): string[] {
    return [...this.#byName.values()].flatMap(({ previewPath }) => previewPath ?? []);
  }

  /** @throws Error for an unknown template */
  named(name: string): EmailTemplate {
    const template = this.#byName.get(name);
    if (!template) throw new Error(`No installed plugin has the email template "${name}"`);
    return template;
  }

  /** @throws Error for an unknown template */
  async render(name: string, props: Record<string, unknown>): Promise<RenderedEmail> {
    return this.named(name).render(props);
  }

  /** The PDF document attached to a mail; undefined if there is none. */
  async paperOf(ctx: AccountContext, name: string, props: Record<string, unknown>) {
    return this.#byName.get(name)?.paper?.(ctx, props);
  }

  /** The mail of a preview path with sample data; undefined for an unknown path. */
  async renderPreview(path: string, frame: EmailFrame): Promise<RenderedEmail | undefined> {
    const template = [...this.#byName.values()].find(({ previewPath }) => previewPath === path);
    return template && this.render(template.name, { ...frame, ...template.sample });
  }
}
