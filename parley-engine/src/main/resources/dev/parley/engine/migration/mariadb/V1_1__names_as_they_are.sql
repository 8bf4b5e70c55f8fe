-- MariaDB compares text without regard to case and to blanks at its end unless told otherwise. Names
-- and keys are what they are. The foreign key stands aside: what it joins cannot change under it.
ALTER TABLE parley_member DROP FOREIGN KEY IF EXISTS parley_member_room;
ALTER TABLE parley_room CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
ALTER TABLE parley_member CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
ALTER TABLE parley_member ADD CONSTRAINT parley_member_room
  FOREIGN KEY (room_id) REFERENCES parley_room (id);
