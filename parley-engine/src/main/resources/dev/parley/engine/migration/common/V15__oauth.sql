-- Clients that registered themselves at the authorization server. `redirect_uris` has line breaks
-- between them; times are in milliseconds since 1970; `used_at` is 0 until somebody allowed the client
-- something.
CREATE TABLE IF NOT EXISTS parley_oauth_client (
  id VARCHAR(32) NOT NULL,
  name VARCHAR(100) NOT NULL,
  redirect_uris VARCHAR(5200) NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  CONSTRAINT parley_oauth_client_id PRIMARY KEY (id)
)${as_it_is};

-- Requests of clients. `stage` is asked, then allowed, then used; `secret_hash` is the SHA-256 of the
-- ticket of the question and then of the code. The columns from `kind` to `label` are of the credential
-- that a person allowed, and empty before. An empty text means that there is none.
CREATE TABLE IF NOT EXISTS parley_oauth_request (
  id VARCHAR(16) NOT NULL,
  secret_hash VARCHAR(64) NOT NULL,
  stage VARCHAR(8) NOT NULL,
  login VARCHAR(128) NOT NULL,
  person VARCHAR(64) NOT NULL,
  client VARCHAR(512) NOT NULL,
  client_name VARCHAR(100) NOT NULL,
  redirect_uri VARCHAR(512) NOT NULL,
  client_state VARCHAR(1024) NOT NULL,
  scopes VARCHAR(256) NOT NULL,
  challenge VARCHAR(64) NOT NULL,
  resource VARCHAR(512) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  role VARCHAR(16) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  names VARCHAR(66) NOT NULL,
  granted VARCHAR(256) NOT NULL,
  label VARCHAR(100) NOT NULL,
  expires_at BIGINT NOT NULL,
  CONSTRAINT parley_oauth_request_id PRIMARY KEY (id)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_oauth_request_by_end ON parley_oauth_request (expires_at);

CREATE INDEX IF NOT EXISTS parley_oauth_request_by_login ON parley_oauth_request (login, expires_at);

-- Rights of clients. Each is a credential, whose row is in parley_credential; `request` is the request
-- they came of. Hashes are the SHA-256 of the secret parts of the tokens: of the one access token that
-- is good, of the one refresh token that is good, and of what all refresh tokens of the row share.
CREATE TABLE IF NOT EXISTS parley_oauth_grant (
  credential VARCHAR(12) NOT NULL,
  request VARCHAR(16) NOT NULL,
  client VARCHAR(512) NOT NULL,
  person VARCHAR(64) NOT NULL,
  scopes VARCHAR(256) NOT NULL,
  access_hash VARCHAR(64) NOT NULL,
  access_scopes VARCHAR(256) NOT NULL,
  access_until BIGINT NOT NULL,
  family_hash VARCHAR(64) NOT NULL,
  refresh_hash VARCHAR(64) NOT NULL,
  refresh_until BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  CONSTRAINT parley_oauth_grant_id PRIMARY KEY (credential)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_oauth_grant_by_request ON parley_oauth_grant (request);

CREATE INDEX IF NOT EXISTS parley_oauth_grant_by_person ON parley_oauth_grant (person);

CREATE INDEX IF NOT EXISTS parley_oauth_grant_by_end ON parley_oauth_grant (refresh_until);
