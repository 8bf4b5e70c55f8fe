-- A room, and how far its message numbers have been given out: numbers up to high_water may have
-- been used, so a restart goes on above it.
CREATE TABLE IF NOT EXISTS parley_room (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  name VARCHAR(32) NOT NULL,
  created_at TIMESTAMP(3) NOT NULL,
  high_water BIGINT NOT NULL,
  CONSTRAINT parley_room_key PRIMARY KEY (id),
  CONSTRAINT parley_room_name_once UNIQUE (workspace, name)
);

-- A connection's seat in a room. Both constraints decide races: a nickname is taken once, and a
-- connection sits once. Seats are in the order of their ids, which is the order of joining.
CREATE TABLE IF NOT EXISTS parley_member (
  id VARCHAR(26) NOT NULL,
  room_id VARCHAR(26) NOT NULL,
  connection_id VARCHAR(64) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  nickname VARCHAR(32) NOT NULL,
  node VARCHAR(64) NOT NULL,
  joined_at TIMESTAMP(3) NOT NULL,
  CONSTRAINT parley_member_key PRIMARY KEY (id),
  CONSTRAINT parley_member_room FOREIGN KEY (room_id) REFERENCES parley_room (id),
  CONSTRAINT parley_member_nickname_once UNIQUE (room_id, nickname),
  CONSTRAINT parley_member_seat_once UNIQUE (room_id, connection_id)
);

CREATE INDEX IF NOT EXISTS parley_member_of_connection ON parley_member (connection_id);
CREATE INDEX IF NOT EXISTS parley_member_of_node ON parley_member (node);
