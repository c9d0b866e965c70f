import { Hono } from 'hono';
import type { Database } from '../../database/database.ts';
import { isLocalCall } from '../../kernel/calls/caller.ts';
import { PersonMail } from '../people/person-mail.entity.ts';
import { mailPageHeaders } from './email-preview.ts';

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );

const style = [
  'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:48rem;padding:0 1rem;',
  'color:#1f2933;background:#fff}\n',
  'table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e1e5ea;padding:.5rem;text-align:left}',
].join('');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

/**
 * Shows mails to people that were captured instead of sent, so that developers without a mail server can use reset
 * links. It shows one-time secrets, so it is mounted only in development and replies only to this machine.
 */
export function capturedMailApp(database: Database): Hono {
  const app = new Hono();
  app.use((c, next) => (isLocalCall(c) ? next() : Promise.resolve(c.notFound())));
  app.get('/', async (c) => {
    const mails = await database.runAsAuth({ accountID: '', readOnly: true }, (em) =>
      em.find(
        PersonMail,
        { isCaptured: true },
        { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 50, exclude: ['html', 'props'] },
      ),
    );
    const rows = mails.map(
      ({ id, createdAt, recipient, subject }) =>
        `<tr><td>${createdAt.toISOString()}</td><td>${escaped(recipient)}</td>` +
        `<td><a href="${c.req.path.replace(/\/$/, '')}/${id}">${escaped(subject ?? '')}</a></td></tr>`,
    );
    const headings = '<tr><th>Time</th><th>To</th><th>Subject</th></tr>';
    const table = `<table><thead>${headings}</thead><tbody>${rows.join('')}</tbody></table>`;
    const body = mails.length
      ? table
      : '<p>No mail has been captured yet. Reset links, codes and notices appear here.</p>';
    return c.body(page('Captured mail', body), 200, mailPageHeaders);
  });
  app.get('/:id', async (c) => {
    const id = c.req.param('id');
    const mail = await database.runAsAuth({ accountID: '', readOnly: true }, (em) =>
      em.findOne(PersonMail, { id, isCaptured: true }),
    );
    if (!mail?.html) return c.notFound();
    return c.body(mail.html, 200, mailPageHeaders);
  });
  return app;
}
