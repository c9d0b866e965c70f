import { EmailLog } from './log/email-log.entity.ts';
import { DemoRequest } from './people/demo-request.entity.ts';
import { PersonMail } from './people/person-mail.entity.ts';

/** Tables of mail and the contact form, for the schema `core`. */
export const mailEntities = [EmailLog, PersonMail, DemoRequest];
