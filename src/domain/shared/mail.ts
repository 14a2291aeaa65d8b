/** How a quote's e-mail stands, and how its server is spoken to: also what the screens choose from. */

/** `starttls` and `tls` are never left for a connection in clear. */
export const MAIL_SECURITIES = ['starttls', 'tls', 'none'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/** The port that each is usually spoken on. */
export const MAIL_PORTS: Readonly<Record<MailSecurity, number>> = { starttls: 587, tls: 465, none: 25 }

/** `unknown`: it was handed over, and no answer came; only a person sends it again. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] as const
export type MailState = (typeof MAIL_STATES)[number]
