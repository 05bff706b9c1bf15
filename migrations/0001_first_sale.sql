-- Merchants and their people.
CREATE TABLE merchants (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE staff (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id   bigint NOT NULL REFERENCES merchants,
    login         text NOT NULL CONSTRAINT staff_login_key UNIQUE,
    password_hash text NOT NULL,
    role          text NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- Shoppers. A refresh token is kept as its digest and used once.
CREATE TABLE shoppers (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login         text NOT NULL CONSTRAINT shoppers_login_key UNIQUE,
    password_hash text NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE refresh_tokens (
    digest     bytea PRIMARY KEY,
    shopper_id bigint NOT NULL REFERENCES shoppers ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX refresh_tokens_shopper ON refresh_tokens (shopper_id, expires_at);

-- What exists.
CREATE TABLE products (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id bigint NOT NULL REFERENCES merchants,
    title       text NOT NULL
);

CREATE TABLE skus (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id    bigint NOT NULL REFERENCES merchants,
    product_id     bigint NOT NULL REFERENCES products,
    name           text NOT NULL,
    code           text NOT NULL,
    list_price_fen bigint NOT NULL CHECK (list_price_fen > 0),
    CONSTRAINT skus_code_key UNIQUE (merchant_id, code)
);

-- Sales. The phase is computed from state and window, never stored.
CREATE TABLE activities (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id  bigint NOT NULL REFERENCES merchants,
    version      bigint NOT NULL DEFAULT 1,
    state        text NOT NULL DEFAULT 'draft'
                 CHECK (state IN ('draft', 'published', 'paused', 'closed', 'cancelled', 'archived')),
    shard        smallint,  -- fixed when published
    title        text NOT NULL,
    html         text NOT NULL,
    starts_at    timestamptz NOT NULL,
    ends_at      timestamptz NOT NULL,
    time_zone    text NOT NULL,
    mode         text NOT NULL CHECK (mode IN ('direct')),
    pay_within_s bigint NOT NULL CHECK (pay_within_s BETWEEN 60 AND 86400),
    created_at   timestamptz NOT NULL DEFAULT now(),
    CHECK (starts_at < ends_at),
    CHECK (state = 'draft' OR shard IS NOT NULL)
);
CREATE INDEX activities_open ON activities (starts_at) WHERE state IN ('published', 'paused');
CREATE INDEX activities_merchant ON activities (merchant_id, id);

-- `sold` is the ledger's own count, the last guard against selling more than there is.
CREATE TABLE items (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    activity_id       bigint NOT NULL REFERENCES activities,
    position          bigint NOT NULL,
    sku_id            bigint NOT NULL REFERENCES skus,
    sale_price_fen    bigint NOT NULL CHECK (sale_price_fen > 0),
    stock             bigint CHECK (stock > 0),  -- null: unlimited
    sold              bigint NOT NULL DEFAULT 0,
    per_shopper_limit bigint NOT NULL CHECK (per_shopper_limit > 0),
    max_per_order     bigint NOT NULL CHECK (max_per_order BETWEEN 1 AND per_shopper_limit),
    gate_multiplier   bigint NOT NULL CHECK (gate_multiplier > 0),
    CONSTRAINT items_sold_within_stock CHECK (sold >= 0 AND sold <= stock),
    CONSTRAINT items_sku_once UNIQUE (activity_id, sku_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX items_sku ON items (sku_id);

-- Units a shopper has in orders that hold units.
CREATE TABLE item_counts (
    item_id    bigint NOT NULL REFERENCES items,
    shopper_id bigint NOT NULL REFERENCES shoppers,
    count      bigint NOT NULL CHECK (count >= 0),
    PRIMARY KEY (item_id, shopper_id)
);

CREATE TABLE orders (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ticket         uuid NOT NULL CONSTRAINT orders_ticket_key UNIQUE,
    activity_id    bigint NOT NULL REFERENCES activities,
    item_id        bigint NOT NULL REFERENCES items,
    shopper_id     bigint NOT NULL REFERENCES shoppers,
    quantity       bigint NOT NULL CHECK (quantity > 0),
    unit_price_fen bigint NOT NULL CHECK (unit_price_fen > 0),
    rules_version  bigint NOT NULL,
    admit_seq      bigint NOT NULL,
    message        text NOT NULL,
    state          text NOT NULL DEFAULT 'pending_payment'
                   CHECK (state IN ('pending_payment', 'paid', 'shipped', 'picked_up', 'completed',
                                    'cancelled', 'expired', 'refund_needed', 'refunded')),
    admitted_at    timestamptz NOT NULL,
    written_at     timestamptz NOT NULL DEFAULT now(),
    pay_before     timestamptz NOT NULL
);
CREATE INDEX orders_shopper ON orders (shopper_id, id);
CREATE INDEX orders_activity ON orders (activity_id, admit_seq);

-- Tickets that ended without an order: kept, so that a redelivered entry cannot become one.
CREATE TABLE lost_tickets (
    ticket      uuid PRIMARY KEY,
    activity_id bigint NOT NULL,
    item_id     bigint NOT NULL,
    shopper_id  bigint NOT NULL,
    quantity    bigint NOT NULL,
    admit_seq   bigint NOT NULL,
    reason      text NOT NULL,
    detail      text NOT NULL,  -- for an operator
    lost_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lost_tickets_activity ON lost_tickets (activity_id, admit_seq);

-- Stream entries that could not be read at all, for an operator.
CREATE TABLE parked_entries (
    shard     smallint NOT NULL,
    entry_id  text NOT NULL,
    error     text NOT NULL,
    packed    bytea NOT NULL,  -- as it came
    parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, entry_id)
);
