-- MariaDB compares text without regard to case and to blanks at its end unless told otherwise. Names
-- and keys are what they are.
SET FOREIGN_KEY_CHECKS = 0;
ALTER TABLE parley_room CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
ALTER TABLE parley_member CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
SET FOREIGN_KEY_CHECKS = 1;
