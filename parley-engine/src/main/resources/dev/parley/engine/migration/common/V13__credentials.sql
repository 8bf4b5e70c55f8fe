-- A credential. `secret_hash` is the SHA-256 of the secret part of its token, in hexadecimal digits;
-- `scopes` are names with commas between them; times are in milliseconds since 1970, null for never.
-- `changed` counts the changes of the row, its creation included, so the sum over all rows grows with
-- every change; a use of the credential is no change. A row is never removed.
CREATE TABLE IF NOT EXISTS parley_credential (
  id VARCHAR(12) NOT NULL,
  secret_hash VARCHAR(64) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  role VARCHAR(16) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  names VARCHAR(66) NOT NULL,
  scopes VARCHAR(256) NOT NULL,
  label VARCHAR(100) NOT NULL,
  created_at BIGINT NOT NULL,
  created_by VARCHAR(64) NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT,
  last_used_from VARCHAR(64),
  changed BIGINT NOT NULL,
  CONSTRAINT parley_credential_id PRIMARY KEY (id)
)${as_it_is};
