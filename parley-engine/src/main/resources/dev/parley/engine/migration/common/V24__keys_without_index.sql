-- H2 gives each foreign key an index of its own, even beside a primary key that begins with the same
-- column, and writes a page of it with each commit. These refer to rows that are never deleted, and
-- that the transaction of each insert has locked.
ALTER TABLE parley_event DROP CONSTRAINT IF EXISTS parley_event_session;
ALTER TABLE parley_message DROP CONSTRAINT IF EXISTS parley_message_session;
ALTER TABLE parley_task DROP CONSTRAINT IF EXISTS parley_task_session;
ALTER TABLE parley_topic_message DROP CONSTRAINT IF EXISTS parley_topic_message_topic;
