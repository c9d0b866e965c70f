import { createContext } from 'react';

/** An account's brand in its mails: absolute address of the logo, and a color dark enough for white text. */
export interface EmailBrand {
  logoURL: string | null;
  accentColor: string | null;
}

/** Passed by context, so that templates need not pass it on. */
export const EmailBrandContext = createContext<EmailBrand | null>(null);

/** Address that switches the kind of mail off, for the footer; null for mails that nobody can switch off. */
export const UnsubscribeContext = createContext<string | null>(null);
