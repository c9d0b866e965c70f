/*
 * What email components of plugins are written with. Imported by components only, never by services: it loads the
 * renderer, which a server does at its first mail.
 */
export * from 'react-email';
export * from './templates/email-layout.tsx';
