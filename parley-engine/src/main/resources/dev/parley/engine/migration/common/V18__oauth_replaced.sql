-- Refresh tokens of OAuth clients that were replaced a moment ago. A client that lost the answer shows
-- such a token once more. `refresh_hash` is the SHA-256 of the secret part; `good_until` is in
-- milliseconds since 1970.
CREATE TABLE IF NOT EXISTS parley_oauth_replaced (
  refresh_hash VARCHAR(64) NOT NULL,
  credential VARCHAR(12) NOT NULL,
  good_until BIGINT NOT NULL,
  CONSTRAINT parley_oauth_replaced_hash PRIMARY KEY (refresh_hash)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_oauth_replaced_by_credential
  ON parley_oauth_replaced (credential, good_until);
