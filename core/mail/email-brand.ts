import { createContext } from 'react';

/** How mails of an account look where it has chosen: absolute address of its logo, colour that carries white text. */
export interface EmailBrand {
  logoURL: string | null;
  accentColor: string | null;
}

/** Known to the frame of a mail, so that no template has to hand it on. */
export const EmailBrandContext = createContext<EmailBrand | null>(null);
