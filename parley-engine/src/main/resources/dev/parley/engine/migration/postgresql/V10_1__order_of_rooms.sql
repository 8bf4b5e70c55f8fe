-- Rooms are listed in pages, in the order of the characters of their names. Most locales of PostgreSQL
-- leave out the hyphen when they sort.
ALTER TABLE parley_room ALTER COLUMN name TYPE VARCHAR(32) COLLATE "C";
