import type { Migration } from './migration.ts'
import { folded, MIGRATIONS_OF_PLACE_AND_SERVICES, MIGRATIONS_OF_SEARCH } from './migrations-of-search.ts'
import { MIGRATIONS_OF_SENDING } from './migrations-of-sending.ts'
import { MIGRATIONS_OF_VAT } from './migrations-of-vat.ts'
import { STEPS_TO_SOURCES } from './migrations-to-sources.ts'

/**
 * The schema, step by step. A migration that has shipped is never edited: a change is a new one at the end.
 *
 * The SQL keeps to what SQLite and PostgreSQL share where that costs nothing; STRICT and the pragmas of database.ts
 * are the dialect-specific part.
 */
export const MIGRATIONS: readonly Migration[] = [
  ...STEPS_TO_SOURCES,
  {
    name: 'order lines: what was chosen, in codes with the names of then',
    sql: 'ALTER TABLE order_lines ADD COLUMN summary TEXT;',
  },
  {
    name: 'order lines: whose they are is found by',
    sql: 'CREATE INDEX lines_of_source ON order_lines (source_id, order_id);',
  },
  {
    name: 'transmissions: what is open is found among many that are not',
    sql: `CREATE INDEX transmissions_open ON transmissions (order_id, part)
      WHERE (phase NOT IN ('sent', 'cancelled') OR (phase = 'sent' AND last_error IS NOT NULL));`,
  },
  {
    name: 'customers: what they are found by',
    sql: `
      ALTER TABLE customers ADD COLUMN folded TEXT NOT NULL DEFAULT '';
      UPDATE customers SET folded = fold(name);
    `,
  },
  {
    name: 'people, their sessions, and the journal; who made, sent and accepted a quote, and placed an order',
    sql: `
      CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL,
        password TEXT NOT NULL,
        created_at TEXT NOT NULL,
        disabled_at TEXT,
        last_sign_in_at TEXT
      ) STRICT;
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        person_id INTEGER NOT NULL REFERENCES people (id),
        created_at TEXT NOT NULL,
        used_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX sessions_of_person ON sessions (person_id);
      CREATE TABLE journal (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        person_id INTEGER REFERENCES people (id),
        action TEXT NOT NULL,
        facts TEXT NOT NULL
      ) STRICT;
      ALTER TABLE quotes ADD COLUMN made_by INTEGER REFERENCES people (id);
      ALTER TABLE quotes ADD COLUMN sent_by INTEGER REFERENCES people (id);
      ALTER TABLE quotes ADD COLUMN accepted_by INTEGER REFERENCES people (id);
      ALTER TABLE orders ADD COLUMN placed_by INTEGER REFERENCES people (id);
    `,
  },
  {
    name: 'transmissions: versions',
    sql: 'ALTER TABLE transmissions ADD COLUMN version INTEGER NOT NULL DEFAULT 1;',
  },
  {
    name: 'favourites and recents of each person, and saved configurations',
    sql: `
      CREATE TABLE favourites (
        owner INTEGER NOT NULL,
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        added_at TEXT NOT NULL,
        PRIMARY KEY (owner, area, item_id)
      ) STRICT;
      CREATE TABLE recents (
        owner INTEGER NOT NULL,
        used_at TEXT NOT NULL,
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        item_name TEXT NOT NULL,
        line TEXT NOT NULL,
        delai INTEGER,
        lead_time_label TEXT,
        parts TEXT NOT NULL,
        PRIMARY KEY (owner, area, item_id)
      ) STRICT;
      CREATE TABLE saved_configurations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        saved_by INTEGER REFERENCES people (id),
        saved_at TEXT NOT NULL,
        deleted_at TEXT,
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        item_name TEXT NOT NULL,
        line TEXT NOT NULL,
        delai INTEGER,
        lead_time_label TEXT,
        parts TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    name: 'quotes: the day on which the files arrive',
    sql: 'ALTER TABLE quotes ADD COLUMN files_on TEXT;',
    beside: true,
  },
  {
    name: 'companies with contacts and addresses; of which company a quote is',
    sql: `
      CREATE TABLE companies (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        text TEXT NOT NULL,
        vat_number TEXT NOT NULL,
        siret TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        note TEXT NOT NULL,
        archived_at TEXT,
        version INTEGER NOT NULL DEFAULT 1,
        client_key TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX companies_by_client_key ON companies (client_key) WHERE client_key IS NOT NULL;
      CREATE INDEX companies_by_name ON companies (name_key);
      CREATE INDEX companies_by_siret ON companies (siret) WHERE siret <> '';
      CREATE INDEX companies_by_email ON companies (lower(email)) WHERE email <> '';
      CREATE TABLE contacts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        company_id INTEGER NOT NULL REFERENCES companies (id),
        place INTEGER NOT NULL,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        role TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        archived_at TEXT
      ) STRICT;
      CREATE INDEX contacts_of_company ON contacts (company_id, place);
      CREATE TABLE company_addresses (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        company_id INTEGER NOT NULL REFERENCES companies (id),
        place INTEGER NOT NULL,
        label TEXT NOT NULL,
        is_default INTEGER NOT NULL,
        address TEXT NOT NULL
      ) STRICT;
      CREATE INDEX addresses_of_company ON company_addresses (company_id, place);
      ALTER TABLE quotes ADD COLUMN company_id INTEGER REFERENCES companies (id);
      ALTER TABLE quotes ADD COLUMN contact_id INTEGER REFERENCES contacts (id);
      ALTER TABLE quotes ADD COLUMN company_name TEXT;
      ALTER TABLE quotes ADD COLUMN contact_name TEXT;
      CREATE INDEX quotes_of_company ON quotes (company_id) WHERE company_id IS NOT NULL;
    `,
    beside: true,
  },
  {
    // What does not know lines in words would take them for products: it does not go on beside this.
    name: 'quotes: services, options and discounts; orders: the services sold with them',
    sql: `
      ALTER TABLE quotes ADD COLUMN discount TEXT;
      ALTER TABLE orders ADD COLUMN services TEXT;
      ALTER TABLE order_lines ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0;
    `,
  },
  {
    // What was written under the name of an internal note stays one: the customer reads the note from now on.
    // An older program would leave a quote that it sends without a number, and knows none that was cancelled.
    name: 'quotes: numbers of their own, revisions, what is noted in house; the journal by quote',
    sql: `
      ALTER TABLE quotes ADD COLUMN number TEXT;
      ALTER TABLE quotes ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE quotes ADD COLUMN reconfirm INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE quotes ADD COLUMN internal_note TEXT NOT NULL DEFAULT '';
      ALTER TABLE quotes ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE quotes ADD COLUMN notes_version INTEGER NOT NULL DEFAULT 0;
      UPDATE quotes SET internal_note = note, note = '' WHERE note <> '';
      UPDATE quotes SET number = 'D' ||
        CASE WHEN id < 1000000 THEN substr(CAST(1000000 + id AS text), 2) ELSE CAST(id AS text) END
        WHERE state <> 'draft';
      UPDATE quote_texts SET text = text || '\n' || (SELECT lower(number) FROM quotes WHERE quotes.id = quote_id)
        WHERE quote_id IN (SELECT id FROM quotes WHERE number IS NOT NULL);
      CREATE UNIQUE INDEX quotes_by_number ON quotes (number) WHERE number IS NOT NULL;
      CREATE TABLE quote_numbers (
        year INTEGER NOT NULL,
        device TEXT NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (year, device)
      ) STRICT;
      CREATE TABLE quote_revisions (
        quote_id INTEGER NOT NULL REFERENCES quotes (id) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (quote_id, revision)
      ) STRICT;
      ALTER TABLE orders ADD COLUMN quote_revision INTEGER;
      ALTER TABLE journal ADD COLUMN quote_id INTEGER;
      CREATE INDEX journal_of_quote ON journal (quote_id, id) WHERE quote_id IS NOT NULL;
    `,
  },
  {
    name: 'the journal by quote: what was noted before',
    sql: `UPDATE journal SET quote_id = facts ->> 'quote' WHERE facts LIKE '%"quote":%';`,
    postgres: `UPDATE journal SET quote_id = CAST(json_extract_path_text(CAST(facts AS json), 'quote') AS bigint) WHERE facts LIKE '%"quote":%';`,
  },
  {
    name: 'devices whose signed quotes were opened here',
    sql: `
      CREATE TABLE seen_devices (
        public_key TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        name TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL
      ) STRICT;
    `,
    beside: true,
  },
  {
    // A process writes here with each transaction which of its own it is: so it finds out what became of a lost commit.
    name: 'PostgreSQL: who wrote last, and what',
    sql: `CREATE TABLE writers (writer TEXT PRIMARY KEY, last INTEGER NOT NULL, at TEXT NOT NULL) STRICT;`,
    beside: true,
  },
  {
    name: 'VAT that does not go by the address: of companies, quotes and orders',
    sql: `
      ALTER TABLE companies ADD COLUMN vat_regime_id TEXT;
      ALTER TABLE quotes ADD COLUMN vat_regime TEXT;
      ALTER TABLE orders ADD COLUMN vat_regime TEXT;
    `,
    beside: true,
  },
  {
    // What an older program sends beside this has none: its documents have today's.
    name: 'letterheads that quotes were sent with',
    sql: `
      CREATE TABLE letterheads (hash TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
      ALTER TABLE quote_revisions ADD COLUMN letterhead TEXT;
    `,
    beside: true,
  },
  {
    // What an older program makes or sends beside this is in French, for a company: as its documents were.
    name: 'companies: the language of their documents and how they buy; what quotes were sent with',
    sql: `
      ALTER TABLE companies ADD COLUMN language TEXT NOT NULL DEFAULT 'fr';
      ALTER TABLE companies ADD COLUMN buyer TEXT NOT NULL DEFAULT 'company';
      ALTER TABLE quote_revisions ADD COLUMN language TEXT NOT NULL DEFAULT 'fr';
      ALTER TABLE quote_revisions ADD COLUMN buyer TEXT NOT NULL DEFAULT 'company';
    `,
    beside: true,
  },
  {
    name: 'recents and saved configurations: what they cost then',
    sql: `
      ALTER TABLE recents ADD COLUMN price TEXT;
      ALTER TABLE saved_configurations ADD COLUMN price TEXT;
    `,
    beside: true,
  },
  {
    // Artwork that an older program notes beside this is not found by.
    name: 'artwork that quotes and their orders are found by',
    sql: `
      CREATE TABLE artwork_texts (
        quote_id INTEGER PRIMARY KEY REFERENCES quotes (id) ON DELETE CASCADE,
        text TEXT NOT NULL
      ) STRICT;
    `,
    beside: true,
  },
  {
    name: 'orders are found by town, product and reference: those of before, and artwork',
    sql: `
      INSERT INTO artwork_texts SELECT id, fold(files) FROM quotes WHERE files <> '[]';
      UPDATE order_texts SET text = text || char(10) || fold(
        COALESCE((SELECT iif(json_valid(address), address ->> 'ville', '') FROM orders WHERE id = order_id), '') || char(10) ||
        COALESCE((SELECT group_concat(name || char(10) || COALESCE(iif(json_valid(body), body ->> 'label', ''), ''), char(10))
          FROM order_lines WHERE order_lines.order_id = order_texts.order_id), ''));
    `,
    postgres: `
      INSERT INTO artwork_texts SELECT id, ${folded('files')} FROM quotes WHERE files <> '[]';
      UPDATE order_texts SET text = text || chr(10) || ${folded(`
        COALESCE((SELECT json_extract_path_text(CAST(address AS json), 'ville') FROM orders WHERE id = order_id), '') || chr(10) ||
        COALESCE((SELECT string_agg(name || chr(10) || COALESCE(json_extract_path_text(CAST(body AS json), 'label'), ''), chr(10))
          FROM order_lines WHERE order_lines.order_id = order_texts.order_id), '')`)};
    `,
    beside: true,
  },
  {
    // What becomes of an order through an older program beside this is in no history.
    name: 'orders: what became of them and when; the journal by order',
    sql: `
      CREATE TABLE order_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        part INTEGER NOT NULL,
        at TEXT NOT NULL,
        phase TEXT NOT NULL,
        partner_status TEXT,
        upstream_id TEXT,
        reason TEXT
      ) STRICT;
      CREATE INDEX events_of_order ON order_events (order_id, id);
      ALTER TABLE journal ADD COLUMN order_id INTEGER;
      CREATE INDEX journal_of_order ON journal (order_id, id) WHERE order_id IS NOT NULL;
    `,
    beside: true,
  },
  {
    name: 'the journal by order: what was noted before',
    sql: `UPDATE journal SET order_id = facts ->> 'order' WHERE facts LIKE '%"order":%';`,
    postgres: `UPDATE journal SET order_id = CAST(json_extract_path_text(CAST(facts AS json), 'order') AS bigint) WHERE facts LIKE '%"order":%';`,
    beside: true,
  },
  {
    name: 'the dashboard: quotes by state and validity, when they moved, orders by day',
    sql: `
      CREATE INDEX quotes_by_state ON quotes (state, valid_until, updated_at);
      CREATE INDEX journal_of_moves ON journal (action, quote_id, at) WHERE quote_id IS NOT NULL;
      CREATE INDEX orders_by_day ON orders (created_at);
      CREATE INDEX orders_with_services ON orders (created_at) WHERE services IS NOT NULL;
    `,
    beside: true,
  },
  {
    // A document that was signed is kept as it was: an older program beside this makes the one of before it anew.
    name: 'what customers signed',
    sql: `
      CREATE TABLE quote_signatures (
        quote_id INTEGER NOT NULL REFERENCES quotes (id),
        revision INTEGER NOT NULL,
        at TEXT NOT NULL,
        body TEXT NOT NULL,
        pdf BLOB NOT NULL,
        pdf_hash TEXT NOT NULL,
        PRIMARY KEY (quote_id, revision)
      ) STRICT;
      CREATE INDEX signatures_by_hash ON quote_signatures (pdf_hash);
    `,
    beside: true,
  },
  {
    // An older program beside this shows the shop's address of what is collected, and keeps it with its quote.
    name: 'quotes that are collected at the shop; orders that were handed over',
    sql: `
      ALTER TABLE quotes ADD COLUMN collected INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE handovers (
        order_id INTEGER PRIMARY KEY REFERENCES orders (id),
        at TEXT NOT NULL,
        person INTEGER
      ) STRICT;
    `,
    beside: true,
  },
  {
    // What an older program beside this writes of a quote has no town.
    name: 'quotes are found by town: those of before',
    sql: `
      UPDATE quote_texts SET text = text || char(10) || fold(
        COALESCE((SELECT iif(json_valid(address), address ->> 'ville', '') FROM quotes WHERE id = quote_id), ''));
    `,
    postgres: `
      UPDATE quote_texts SET text = text || chr(10) || ${folded(`
        COALESCE((SELECT json_extract_path_text(CAST(address AS json), 'ville') FROM quotes WHERE id = quote_id), '')`)};
    `,
    beside: true,
  },
  {
    name: 'quotes by account and by their last change',
    sql: `
      CREATE INDEX quotes_of_customer ON quotes (customer_id);
      CREATE INDEX quotes_by_change ON quotes (updated_at, id);
    `,
    beside: true,
  },
  ...MIGRATIONS_OF_SENDING,
  ...MIGRATIONS_OF_SEARCH,
  ...MIGRATIONS_OF_VAT,
  ...MIGRATIONS_OF_PLACE_AND_SERVICES,
]
