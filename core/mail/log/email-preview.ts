import { Hono } from 'hono';
import type { EmailFrame, EmailTemplates } from '../templates/email-templates.ts';

/** Mails contain styles but no scripts; the sandbox blocks everything else. */
export const mailPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src https:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-popups",
  'cache-control': 'no-store',
};

/** Serves the previews of mails, such as `/order-email-preview`: public pages with sample data, mounted at the root. */
export function emailPreviewApp(templates: EmailTemplates, frame: EmailFrame): Hono {
  const app = new Hono();
  for (const path of templates.previewPaths)
    app.get(path, async (c) => {
      const mail = await templates.renderPreview(path, frame);
      return mail ? c.body(mail.html, 200, mailPageHeaders) : c.notFound();
    });
  return app;
}
