import type { Migration } from './migration.ts'

/** What an older program beside this leaves alone. */
const MAILS: Migration = {
  name: 'e-mails with quotes',
  sql: `
    CREATE TABLE mails (
      key TEXT PRIMARY KEY,
      quote_id INTEGER NOT NULL REFERENCES quotes (id),
      revision INTEGER NOT NULL,
      recipients TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      file_name TEXT NOT NULL,
      pdf BLOB NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      next_at TEXT NOT NULL,
      problem TEXT,
      made_at TEXT NOT NULL,
      sent_at TEXT,
      person INTEGER
    ) STRICT;
    CREATE INDEX mails_of_quote ON mails (quote_id);
    CREATE INDEX mails_under_way ON mails (next_at) WHERE state IN ('waiting', 'sending');
  `,
  beside: true,
}

/** What an older program sends beside this has none: its documents had none. */
const SENT_NUMBERS: Migration = {
  name: 'what quotes were sent with: the numbers of their companies',
  sql: `
    ALTER TABLE quote_revisions ADD COLUMN siret TEXT NOT NULL DEFAULT '';
    ALTER TABLE quote_revisions ADD COLUMN vat_number TEXT NOT NULL DEFAULT '';
  `,
  beside: true,
}

/** Words by which another Comptoir, or a partner in so many words, says that it has cancelled an order. */
const CANCELLED = `phase = 'sent' AND lower(partner_status) IN ('annulee', 'annulée', 'annulé', 'cancelled', 'canceled')`

/** What an older program beside this shows of it is the partner's own word; it tells the code as it stands. */
const CANCELLED_THERE: Migration = {
  name: 'what partners had cancelled waits for a person',
  sql: `
    UPDATE orders SET status = 'a_verifier' WHERE status NOT IN ('refusee', 'annulee')
      AND id IN (SELECT order_id FROM transmissions WHERE ${CANCELLED});
    UPDATE transmissions SET last_error = '{"code":"outbox_cancelled_there"}'
      WHERE ${CANCELLED} AND (last_error IS NULL OR last_error NOT LIKE '%outbox_made_twice%');
  `,
  beside: true,
}

/** What an older program sends of it beside this is for a company: as its documents were. */
const BUYERS: Migration = {
  name: 'quotes for whom no company is named: how their customer buys',
  sql: 'ALTER TABLE quotes ADD COLUMN buyer TEXT;',
  beside: true,
}

const RESUMED_THERE: Migration = {
  name: 'transmissions: what was given up and is made all the same is found, too',
  sql: `
    DROP INDEX transmissions_open;
    CREATE INDEX transmissions_open ON transmissions (order_id, part)
      WHERE (phase NOT IN ('sent', 'cancelled') OR last_error IS NOT NULL);
  `,
  beside: true,
}

const REFUSED = `phase = 'sent' AND lower(partner_status) IN
  ('refuse', 'refusé', 'refusee', 'refusée', 'rejete', 'rejeté', 'rejetee', 'rejetée', 'refused', 'rejected')`

/** As {@link CANCELLED_THERE}, of what they had refused once they had it. */
const REFUSED_THERE: Migration = {
  name: 'what partners had refused once they had it waits for a person',
  sql: `
    UPDATE orders SET status = 'a_verifier' WHERE status NOT IN ('refusee', 'annulee')
      AND id IN (SELECT order_id FROM transmissions WHERE ${REFUSED});
    UPDATE transmissions
      SET last_error = '{"code":"outbox_cancelled_there","params":{"word":"' || replace(replace(partner_status, 'refusee', 'Refusée'), '"', '') || '"}}'
      WHERE ${REFUSED} AND (last_error IS NULL OR last_error NOT LIKE '%outbox_made_twice%');
  `,
  beside: true,
}

/** What is kept of what was sent, in the order in which it came to be. */
export const MIGRATIONS_OF_SENDING: readonly Migration[] = [
  ...[MAILS, SENT_NUMBERS, CANCELLED_THERE, BUYERS],
  ...[RESUMED_THERE, REFUSED_THERE],
]
