-- How far hooks and wakes of the client have handed out messages to an agent.
ALTER TABLE parley_reading ADD COLUMN IF NOT EXISTS hooked BIGINT DEFAULT 0 NOT NULL;
