-- A document of memory, whole. `name` has '+' before each upper-case letter, so that names which
-- differ only in case stay apart where a database compares without it. `version` decides races: who
-- writes says which version it read. `saved_at` is in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS parley_memory (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  name VARCHAR(256) NOT NULL,
  content ${longtext} NOT NULL,
  version BIGINT NOT NULL,
  saved_at BIGINT NOT NULL,
  CONSTRAINT parley_memory_key PRIMARY KEY (id),
  CONSTRAINT parley_memory_document_once UNIQUE (workspace, kind, name)
)${as_it_is};
