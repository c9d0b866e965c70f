/*
 * API for mail components of plugins. Only components import it, never services, because it loads the renderer, which a
 * server needs only for its first mail.
 */
export * from 'react-email';
export * from './templates/email-layout.tsx';
