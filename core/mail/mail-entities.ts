import { DemoRequest } from './demo-request.entity.ts';
import { EmailLog } from './email-log.entity.ts';
import { PersonMail } from './person-mail.entity.ts';

/** Tables of mail and the contact form, for the schema `core`. */
export const mailEntities = [EmailLog, PersonMail, DemoRequest];
