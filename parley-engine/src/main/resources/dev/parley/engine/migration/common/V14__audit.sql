-- The audit: rows are added, never changed, and removed when they are too old or too many. `id` is a
-- ULID; an empty text means that there is none; `times` is the number of equal acts that the row stands
-- for; times are in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS parley_audit (
  id VARCHAR(26) NOT NULL,
  recorded_at BIGINT NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  actor VARCHAR(64) NOT NULL,
  credential VARCHAR(64) NOT NULL,
  address VARCHAR(64) NOT NULL,
  action VARCHAR(40) NOT NULL,
  target VARCHAR(256) NOT NULL,
  result VARCHAR(64) NOT NULL,
  times BIGINT NOT NULL,
  CONSTRAINT parley_audit_id PRIMARY KEY (id)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_audit_by_workspace ON parley_audit (workspace, id);

CREATE INDEX IF NOT EXISTS parley_audit_by_actor ON parley_audit (actor, id);

CREATE INDEX IF NOT EXISTS parley_audit_by_action ON parley_audit (action, id);
