-- For a database from before the column stood in V5. Where it stands, nothing changes: H2 makes a table
-- anew to add a column, and a kill during that leaves no table.
${without_note}ALTER TABLE parley_reading ADD COLUMN IF NOT EXISTS hooked BIGINT DEFAULT 0 NOT NULL;
