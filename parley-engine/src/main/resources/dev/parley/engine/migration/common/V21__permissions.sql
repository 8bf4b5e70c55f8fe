-- Requests of clients to use a tool. `code` is the id that the client gave it, `decision` the name of a
-- constant of PermissionAnswer, null while the request is open. A request that ends without an answer is
-- removed at once, an answered one soon after it expires. `run` is the run of a node that pushes the answer,
-- and alone removes the request with its connection. Times are in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS parley_permission (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  code VARCHAR(5) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  connection_id VARCHAR(64) NOT NULL,
  run VARCHAR(26) NOT NULL,
  tool VARCHAR(256) NOT NULL,
  description ${longtext} NOT NULL,
  preview ${longtext} NOT NULL,
  asked_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  decision VARCHAR(8),
  answered_by VARCHAR(64),
  CONSTRAINT parley_permission_key PRIMARY KEY (id),
  CONSTRAINT parley_permission_code UNIQUE (workspace, code)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_permission_end ON parley_permission (expires_at);
