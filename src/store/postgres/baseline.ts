/** The schema of a new database, as that of SQLite's is after {@link BASELINE_VERSION} steps. */
export const BASELINE_VERSION = 18

/** Every text is compared by its characters' numbers, as SQLite does, whatever the database's own order is. */
export const BASELINE = `
  CREATE TABLE settings (key TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE catalogue (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL, loaded_at TEXT);
  CREATE TABLE lead_times (id BIGINT PRIMARY KEY, days BIGINT);
  CREATE TABLE products (id BIGINT PRIMARY KEY, position BIGINT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE families (id BIGINT PRIMARY KEY, position BIGINT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE print_tariffs (id BIGINT PRIMARY KEY, position BIGINT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE display_tariffs (id BIGINT PRIMARY KEY, position BIGINT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE catalogue_changes (
    id BIGINT PRIMARY KEY,
    at TEXT NOT NULL,
    source TEXT NOT NULL,
    version BIGINT NOT NULL,
    total BIGINT NOT NULL,
    entries TEXT NOT NULL
  );

  CREATE TABLE sources (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT,
    base BIGINT,
    size BIGINT,
    limits TEXT,
    catalogue_url TEXT,
    last_sync TEXT,
    removed_at TEXT
  );
  CREATE UNIQUE INDEX sources_by_name ON sources (name) WHERE removed_at IS NULL;
  CREATE UNIQUE INDEX sources_by_base ON sources (base) WHERE base IS NOT NULL;

  CREATE TABLE customers (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    can_order BIGINT NOT NULL,
    discount TEXT NOT NULL,
    products TEXT,
    families TEXT,
    created_at TEXT NOT NULL,
    folded TEXT COLLATE "C" NOT NULL DEFAULT ''
  );
  CREATE TABLE tokens (
    id BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    hash BYTEA NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
  );

  CREATE TABLE quotes (
    id BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    state TEXT NOT NULL,
    reference TEXT NOT NULL,
    recipient TEXT NOT NULL,
    note TEXT NOT NULL,
    address TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    catalogue_version BIGINT NOT NULL,
    lines TEXT NOT NULL,
    totals TEXT,
    indicative BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    client_key TEXT COLLATE "C"
  );
  CREATE UNIQUE INDEX quotes_by_client_key ON quotes (client_key) WHERE client_key IS NOT NULL;
  CREATE TABLE quote_texts (
    quote_id BIGINT PRIMARY KEY REFERENCES quotes (id) ON DELETE CASCADE,
    text TEXT COLLATE "C" NOT NULL
  );

  CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    area TEXT COLLATE "C" NOT NULL,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    status TEXT COLLATE "C" NOT NULL,
    reference TEXT NOT NULL,
    recipient TEXT NOT NULL,
    address TEXT NOT NULL,
    delai BIGINT,
    prix_ht BIGINT NOT NULL,
    remise_ht BIGINT NOT NULL,
    total_ht BIGINT NOT NULL,
    tva BIGINT NOT NULL,
    total_ttc BIGINT NOT NULL,
    catalogue_version BIGINT NOT NULL,
    quote_id BIGINT REFERENCES quotes (id),
    created_at TEXT NOT NULL,
    cost_ht BIGINT NOT NULL DEFAULT 0,
    vat_rate TEXT
  );
  CREATE INDEX orders_of_customer ON orders (customer_id, area, id);
  CREATE INDEX orders_of_quote ON orders (quote_id) WHERE quote_id IS NOT NULL;
  CREATE INDEX orders_by_status ON orders (status, id);
  CREATE TABLE order_texts (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    text TEXT COLLATE "C" NOT NULL
  );
  CREATE TABLE order_lines (
    id BIGINT PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    body TEXT NOT NULL,
    prix_ht BIGINT NOT NULL,
    delai BIGINT,
    lead_time TEXT,
    name TEXT NOT NULL,
    promised TEXT,
    cost_ht BIGINT NOT NULL DEFAULT 0,
    source_id BIGINT REFERENCES sources (id),
    summary TEXT
  );
  CREATE INDEX lines_of_order ON order_lines (order_id);
  CREATE INDEX lines_of_source ON order_lines (source_id, order_id);
  CREATE TABLE idempotency_keys (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    key TEXT COLLATE "C" NOT NULL,
    request_hash BYTEA NOT NULL,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (customer_id, key)
  );
  CREATE TABLE order_repricings (
    id BIGINT PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    at TEXT NOT NULL,
    before_cents BIGINT NOT NULL,
    after_cents BIGINT NOT NULL
  );
  CREATE INDEX repricings_of_order ON order_repricings (order_id);

  CREATE TABLE transmissions (
    id BIGINT PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    part BIGINT NOT NULL,
    parts BIGINT NOT NULL,
    source_id BIGINT NOT NULL REFERENCES sources (id),
    area TEXT NOT NULL,
    devis TEXT COLLATE "C" NOT NULL UNIQUE,
    phase TEXT COLLATE "C" NOT NULL,
    partner_status TEXT,
    attempts BIGINT NOT NULL,
    lookups BIGINT NOT NULL,
    next_at TEXT COLLATE "C" NOT NULL,
    last_attempt_at TEXT COLLATE "C",
    last_error TEXT,
    received TEXT NOT NULL,
    upstream_id TEXT COLLATE "C",
    cost_cents BIGINT NOT NULL,
    accepted_cents BIGINT NOT NULL,
    upstream_cents BIGINT,
    upstream TEXT COLLATE "C",
    account TEXT,
    UNIQUE (order_id, part)
  );
  CREATE INDEX transmissions_due ON transmissions (source_id, phase, next_at);
  CREATE INDEX transmissions_there ON transmissions (upstream, upstream_id);
  CREATE INDEX transmissions_open ON transmissions (order_id, part)
    WHERE (phase NOT IN ('sent', 'cancelled') OR (phase = 'sent' AND last_error IS NOT NULL));
  CREATE TABLE price_acceptances (
    id BIGINT PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    at TEXT NOT NULL,
    before_cents BIGINT NOT NULL,
    asked_cents BIGINT,
    accepted_cents BIGINT NOT NULL,
    part BIGINT NOT NULL DEFAULT 1
  );
  CREATE INDEX acceptances_of_order ON price_acceptances (order_id);

  CREATE TABLE price_answers (
    id BIGINT PRIMARY KEY,
    area TEXT COLLATE "C" NOT NULL,
    item_id BIGINT NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    configuration TEXT NOT NULL,
    delai BIGINT,
    prices TEXT NOT NULL,
    points BIGINT NOT NULL,
    observed_at TEXT NOT NULL,
    confirmed_at TEXT COLLATE "C" NOT NULL,
    upstream TEXT COLLATE "C"
  );
  CREATE INDEX answers_of_configuration ON price_answers (upstream, area, item_id, fingerprint, confirmed_at);
  CREATE TABLE price_refusals (
    upstream TEXT COLLATE "C" NOT NULL,
    area TEXT COLLATE "C" NOT NULL,
    item_id BIGINT NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    configuration TEXT NOT NULL,
    message TEXT NOT NULL,
    observed_at TEXT NOT NULL,
    PRIMARY KEY (upstream, area, item_id, fingerprint)
  );

  CREATE TABLE events (
    id BIGINT PRIMARY KEY,
    customer_id BIGINT REFERENCES customers (id),
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    at TEXT COLLATE "C" NOT NULL
  );

  -- The last number that was given in each table that numbers its rows; and how often what every process holds in
  -- memory (settings, sources, customers, tokens, catalogue) has become another.
  CREATE TABLE counters (name TEXT COLLATE "C" PRIMARY KEY, last BIGINT NOT NULL);
  -- Who may do what one process at a time may do (leases.ts).
  CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT NOT NULL,
    fence BIGINT NOT NULL,
    until TIMESTAMPTZ NOT NULL
  );
  INSERT INTO counters VALUES ('images', 0), ('events', 1), ('sources', 1);
  INSERT INTO catalogue VALUES (1, 0, NULL);
  INSERT INTO sources (id, kind, name) VALUES (1, 'tariffs', '');
  INSERT INTO events VALUES (1, NULL, 'catalogue', '{"version":0}', '');

  CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT strpos($1, $2)';

  CREATE FUNCTION image_changed() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN UPDATE counters SET last = last + 1 WHERE name = ''images''; RETURN NULL; END';

  CREATE FUNCTION tell_counter() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_notify(''comptoir'', NEW.name || '' '' || NEW.last); RETURN NULL; END';
  CREATE TRIGGER counter_moved AFTER UPDATE ON counters FOR EACH ROW
    WHEN (NEW.name IN ('images', 'events') AND NEW.last <> OLD.last) EXECUTE FUNCTION tell_counter();
`

/** The tables that every process holds in memory; of some, only these columns. */
const IMAGES: Readonly<Record<string, string>> = {
  settings: '',
  sources: '',
  customers: '',
  tokens: ' OF hash, customer_id, revoked_at',
  catalogue: '',
  lead_times: '',
  people: ' OF name, role, password, disabled_at',
  sessions: ' OF hash, person_id',
}

/** Has every write of what is held in memory counted, whoever makes it; may be run again. */
export const COUNTED = Object.entries(IMAGES)
  .map(
    ([table, columns]) => `CREATE OR REPLACE TRIGGER ${table}_changed
      AFTER INSERT OR UPDATE${columns} OR DELETE ON ${table} EXECUTE FUNCTION image_changed();`,
  )
  .join('\n')
