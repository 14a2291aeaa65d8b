/**
 * The schema, step by step. A migration that has shipped is never edited: a change is a new one at the end.
 *
 * The SQL keeps to what SQLite and PostgreSQL share where that costs nothing; STRICT and the pragmas of database.ts
 * are the dialect-specific part.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
}

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'catalogue, customers, quotes and orders',
    sql: `
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

      CREATE TABLE catalogue (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        version INTEGER NOT NULL,
        source TEXT NOT NULL,
        loaded_at TEXT
      ) STRICT;
      INSERT INTO catalogue (id, version, source) VALUES (1, 0, 'bundle');
      CREATE TABLE lead_times (id INTEGER PRIMARY KEY, days INTEGER) STRICT;
      CREATE TABLE products (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE TABLE families (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE TABLE print_tariffs (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE TABLE display_tariffs (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE TABLE catalogue_changes (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        source TEXT NOT NULL,
        version INTEGER NOT NULL,
        total INTEGER NOT NULL,
        entries TEXT NOT NULL
      ) STRICT;

      CREATE TABLE customers (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        can_order INTEGER NOT NULL,
        discount TEXT NOT NULL,
        products TEXT,
        families TEXT,
        created_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE tokens (
        id INTEGER PRIMARY KEY,
        customer_id INTEGER NOT NULL REFERENCES customers (id),
        hash BLOB NOT NULL UNIQUE,
        created_at TEXT NOT NULL,
        last_used_at TEXT,
        revoked_at TEXT
      ) STRICT;

      CREATE TABLE quotes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        customer_id INTEGER NOT NULL REFERENCES customers (id),
        state TEXT NOT NULL,
        reference TEXT NOT NULL,
        recipient TEXT NOT NULL,
        note TEXT NOT NULL,
        address TEXT NOT NULL,
        valid_until TEXT NOT NULL,
        catalogue_version INTEGER NOT NULL,
        lines TEXT NOT NULL,
        totals TEXT,
        indicative INTEGER NOT NULL,
        problem TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
      ) STRICT;

      CREATE TABLE orders (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        area TEXT NOT NULL,
        customer_id INTEGER NOT NULL REFERENCES customers (id),
        status TEXT NOT NULL,
        reference TEXT NOT NULL,
        recipient TEXT NOT NULL,
        address TEXT NOT NULL,
        delai INTEGER,
        prix_ht INTEGER NOT NULL,
        remise_ht INTEGER NOT NULL,
        total_ht INTEGER NOT NULL,
        tva INTEGER NOT NULL,
        total_ttc INTEGER NOT NULL,
        catalogue_version INTEGER NOT NULL,
        quote_id INTEGER REFERENCES quotes (id),
        created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX orders_of_customer ON orders (customer_id, area, id);
      CREATE INDEX orders_of_quote ON orders (quote_id) WHERE quote_id IS NOT NULL;
      CREATE TABLE order_lines (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        body TEXT NOT NULL,
        prix_ht INTEGER NOT NULL,
        delai INTEGER,
        lead_time TEXT,
        name TEXT NOT NULL
      ) STRICT;
      CREATE INDEX lines_of_order ON order_lines (order_id);
      CREATE TABLE idempotency_keys (
        customer_id INTEGER NOT NULL REFERENCES customers (id),
        key TEXT NOT NULL,
        request_hash BLOB NOT NULL,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        created_at TEXT NOT NULL,
        PRIMARY KEY (customer_id, key)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'upstream: price book and outbox',
    sql: `
      CREATE TABLE price_answers (
        id INTEGER PRIMARY KEY,
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        configuration TEXT NOT NULL,
        delai INTEGER,
        prices TEXT NOT NULL,
        points INTEGER NOT NULL,
        observed_at TEXT NOT NULL,
        confirmed_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX answers_of_configuration ON price_answers (area, item_id, fingerprint, confirmed_at);
      CREATE TABLE price_refusals (
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        configuration TEXT NOT NULL,
        message TEXT NOT NULL,
        observed_at TEXT NOT NULL,
        PRIMARY KEY (area, item_id, fingerprint)
      ) STRICT;

      CREATE TABLE outbox (
        order_id INTEGER PRIMARY KEY REFERENCES orders (id),
        area TEXT NOT NULL,
        devis TEXT NOT NULL UNIQUE,
        phase TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        lookups INTEGER NOT NULL,
        next_at TEXT NOT NULL,
        last_attempt_at TEXT,
        last_error TEXT,
        upstream_id INTEGER,
        accepted_cents INTEGER NOT NULL,
        upstream_cents INTEGER
      ) STRICT;
      CREATE INDEX outbox_due ON outbox (phase, next_at);
    `,
  },
  {
    name: 'upstream: what belongs to which partner',
    sql: `
      ALTER TABLE outbox ADD COLUMN upstream TEXT;
      ALTER TABLE outbox ADD COLUMN account TEXT;
    `,
  },
  {
    name: 'price book: whose prices they are',
    sql: `
      ALTER TABLE price_answers ADD COLUMN upstream TEXT;
      UPDATE price_answers SET upstream = (SELECT value ->> '$' FROM settings WHERE key = 'upstream_url');
      DROP INDEX answers_of_configuration;
      CREATE INDEX answers_of_configuration ON price_answers (upstream, area, item_id, fingerprint, confirmed_at);
      DROP TABLE price_refusals;
      CREATE TABLE price_refusals (
        upstream TEXT NOT NULL,
        area TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        configuration TEXT NOT NULL,
        message TEXT NOT NULL,
        observed_at TEXT NOT NULL,
        PRIMARY KEY (upstream, area, item_id, fingerprint)
      ) STRICT;
    `,
  },
  {
    name: 'events, for those who come back',
    // The first one is of the catalogue as it stands: the table is never empty, and its ids only grow.
    sql: `
      CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        customer_id INTEGER REFERENCES customers (id),
        type TEXT NOT NULL,
        data TEXT NOT NULL,
        at TEXT NOT NULL
      ) STRICT;
      INSERT INTO events (type, data, at)
        SELECT 'catalogue', '{"version":' || version || '}', COALESCE(loaded_at, '') FROM catalogue;
    `,
  },
  {
    name: 'quotes: versions, and the name that a client gives a new one',
    sql: `
      ALTER TABLE quotes ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE quotes ADD COLUMN client_key TEXT;
      CREATE UNIQUE INDEX quotes_by_client_key ON quotes (client_key) WHERE client_key IS NOT NULL;
    `,
  },
  {
    name: 'outbox: why in codes, what the partner has, its ids as texts; prices accepted later; promised days',
    sql: `
      ALTER TABLE outbox ADD COLUMN received TEXT NOT NULL DEFAULT 'no';
      UPDATE outbox SET received = 'yes' WHERE phase = 'sent';
      UPDATE outbox SET received = 'maybe' WHERE phase IN ('sending', 'doubtful')
        OR (phase = 'attention' AND (upstream_cents IS NULL OR upstream_cents = accepted_cents));
      UPDATE outbox SET last_error = json_object('code', 'outbox_told_before', 'params', json_object('text', last_error))
        WHERE last_error IS NOT NULL;
      ALTER TABLE outbox ADD COLUMN upstream_id_text TEXT;
      UPDATE outbox SET upstream_id_text = CAST(upstream_id AS TEXT);
      ALTER TABLE outbox DROP COLUMN upstream_id;
      ALTER TABLE outbox RENAME COLUMN upstream_id_text TO upstream_id;
      CREATE TABLE price_acceptances (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        at TEXT NOT NULL,
        before_cents INTEGER NOT NULL,
        asked_cents INTEGER,
        accepted_cents INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX acceptances_of_order ON price_acceptances (order_id);
      ALTER TABLE order_lines ADD COLUMN promised TEXT;
    `,
  },
  {
    name: 'outbox: by the partner and its id',
    sql: 'CREATE INDEX outbox_there ON outbox (upstream, upstream_id);',
  },
  {
    name: 'orders and quotes: what they are found by; orders by status',
    // Beside the wide rows: a search reads nothing else. `fold` is ours (search.ts).
    sql: `
      CREATE TABLE order_texts (
        order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
        text TEXT NOT NULL
      ) STRICT;
      INSERT INTO order_texts SELECT id, fold(reference || char(10) || recipient || char(10) ||
        iif(json_valid(address), concat_ws(' ', address ->> 'prenom', address ->> 'nom'), '')) FROM orders;
      CREATE TABLE quote_texts (
        quote_id INTEGER PRIMARY KEY REFERENCES quotes (id) ON DELETE CASCADE,
        text TEXT NOT NULL
      ) STRICT;
      INSERT INTO quote_texts SELECT id, fold(reference || char(10) || recipient || char(10) ||
        iif(json_valid(address), concat_ws(' ', address ->> 'prenom', address ->> 'nom'), '')) FROM quotes;
      CREATE INDEX orders_by_status ON orders (status, id);
    `,
  },
  {
    name: 'orders: what the source asks, beside what the customer pays',
    sql: `
      ALTER TABLE orders ADD COLUMN cost_ht INTEGER NOT NULL DEFAULT 0;
      UPDATE orders SET cost_ht = prix_ht;
      ALTER TABLE order_lines ADD COLUMN cost_ht INTEGER NOT NULL DEFAULT 0;
      UPDATE order_lines SET cost_ht = prix_ht;
    `,
  },
  {
    name: 'orders: when the customer’s price was changed, and from what',
    sql: `
      CREATE TABLE order_repricings (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        at TEXT NOT NULL,
        before_cents INTEGER NOT NULL,
        after_cents INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX repricings_of_order ON order_repricings (order_id);
    `,
  },
]
