import type { Migration } from './migration.ts'

/** The steps up to several sources. */
export const STEPS_TO_SOURCES: readonly Migration[] = [
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
  {
    name: 'quotes: what lines say is codes, read as they are where they were stored in words (quote-facts.ts)',
    sql: 'ALTER TABLE quotes DROP COLUMN problem;',
  },
  {
    name: 'orders: the rate of their VAT',
    sql: 'ALTER TABLE orders ADD COLUMN vat_rate TEXT;',
  },
  {
    name: 'several sources: own tariffs and partners, each with its block of ids; a transmission for each partner',
    // A partner is named after its host. Of those that are no longer set only their orders tell.
    sql: `
      CREATE TABLE sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        url TEXT,
        base INTEGER,
        size INTEGER,
        limits TEXT,
        catalogue_url TEXT,
        last_sync TEXT,
        removed_at TEXT
      ) STRICT;
      CREATE UNIQUE INDEX sources_by_name ON sources (name) WHERE removed_at IS NULL;
      CREATE UNIQUE INDEX sources_by_base ON sources (base) WHERE base IS NOT NULL;
      INSERT INTO sources (kind, name) VALUES ('tariffs', '');

      CREATE TEMP TABLE addresses (url TEXT, host TEXT, is_set INTEGER);
      INSERT INTO addresses (url, is_set)
        SELECT value ->> '$', 1 FROM settings WHERE key = 'upstream_url'
        UNION ALL
        SELECT DISTINCT upstream, 0 FROM outbox WHERE upstream IS NOT NULL
          AND upstream NOT IN (SELECT value ->> '$' FROM settings WHERE key = 'upstream_url');
      UPDATE addresses SET host = substr(url, instr(url, '//') + 2);
      UPDATE addresses SET host = substr(host, 1, instr(host || '/', '/') - 1);
      INSERT INTO sources (kind, name, url, removed_at)
        SELECT 'partner', host, url, iif(is_set, NULL, '1970-01-01T00:00:00.000Z') FROM addresses ORDER BY is_set DESC;
      INSERT INTO sources (kind, name, removed_at)
        SELECT 'partner', 'partner', '1970-01-01T00:00:00.000Z'
        WHERE NOT EXISTS (SELECT 1 FROM sources WHERE kind = 'partner') AND
          (EXISTS (SELECT 1 FROM outbox) OR (SELECT source FROM catalogue) = 'upstream');
      DROP TABLE addresses;
      UPDATE sources SET catalogue_url = (SELECT value ->> '$' FROM settings WHERE key = 'catalogue_of'),
          last_sync = (SELECT value ->> '$' FROM settings WHERE key = 'last_sync')
        WHERE kind = 'partner' AND removed_at IS NULL;
      UPDATE settings SET key = 'secret:partner_token:' || (SELECT id FROM sources WHERE kind = 'partner' AND removed_at IS NULL)
        WHERE key = 'secret:upstream_token' AND EXISTS (SELECT 1 FROM sources WHERE kind = 'partner' AND removed_at IS NULL);
      DELETE FROM settings WHERE key IN ('upstream_url', 'catalogue_of', 'last_sync', 'secret:upstream_token');

      -- Whose catalogue is in force has the first block, as large as its ids need.
      CREATE TEMP TABLE largest AS SELECT max(id) AS id FROM (
        SELECT max(json_tree.value) AS id FROM products, json_tree(products.body)
          WHERE json_tree.key = 'id' AND json_tree.type = 'integer'
        UNION ALL
        SELECT max(json_tree.value) FROM families, json_tree(families.body)
          WHERE json_tree.key = 'id' AND json_tree.type = 'integer'
        UNION ALL SELECT max(id) FROM lead_times);
      UPDATE sources SET base = 0, size = (SELECT CASE WHEN id < 10000000000 THEN 10000000000
          WHEN id < 1000000000000 THEN 1000000000000 WHEN id < 100000000000000 THEN 100000000000000
          ELSE 9000000000000000 END FROM largest)
        WHERE id = (SELECT min(sources.id) FROM sources, catalogue
          WHERE kind = iif(source = 'upstream', 'partner', 'tariffs')) AND (SELECT id FROM largest) IS NOT NULL;
      DROP TABLE largest;
      ALTER TABLE catalogue DROP COLUMN source;

      ALTER TABLE order_lines ADD COLUMN source_id INTEGER REFERENCES sources (id);
      CREATE TABLE transmissions (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        part INTEGER NOT NULL,
        parts INTEGER NOT NULL,
        source_id INTEGER NOT NULL REFERENCES sources (id),
        area TEXT NOT NULL,
        devis TEXT NOT NULL UNIQUE,
        phase TEXT NOT NULL,
        partner_status TEXT,
        attempts INTEGER NOT NULL,
        lookups INTEGER NOT NULL,
        next_at TEXT NOT NULL,
        last_attempt_at TEXT,
        last_error TEXT,
        received TEXT NOT NULL,
        upstream_id TEXT,
        cost_cents INTEGER NOT NULL,
        accepted_cents INTEGER NOT NULL,
        upstream_cents INTEGER,
        upstream TEXT,
        account TEXT,
        UNIQUE (order_id, part)
      ) STRICT;
      INSERT INTO transmissions SELECT order_id, order_id, 1, 1,
          COALESCE((SELECT id FROM sources WHERE url = upstream ORDER BY id LIMIT 1),
            (SELECT id FROM sources WHERE kind = 'partner' ORDER BY id LIMIT 1)),
          outbox.area, devis, phase,
          iif(phase = 'sent' AND orders.status <> 'transmise', orders.status, NULL),
          attempts, lookups, next_at, last_attempt_at, last_error, received, upstream_id, orders.cost_ht,
          accepted_cents, upstream_cents, upstream, account
        FROM outbox JOIN orders ON orders.id = order_id;
      DROP TABLE outbox;
      CREATE INDEX transmissions_due ON transmissions (source_id, phase, next_at);
      CREATE INDEX transmissions_there ON transmissions (upstream, upstream_id);
      UPDATE order_lines SET source_id =
        COALESCE((SELECT source_id FROM transmissions WHERE transmissions.order_id = order_lines.order_id), 1);
      ALTER TABLE price_acceptances ADD COLUMN part INTEGER NOT NULL DEFAULT 1;
    `,
  },
]
