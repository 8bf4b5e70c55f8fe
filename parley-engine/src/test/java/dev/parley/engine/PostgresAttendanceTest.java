package dev.parley.engine;

/** Seats and presence, on PostgreSQL. */
class PostgresAttendanceTest extends AttendanceContract {
  PostgresAttendanceTest() {
    super(Store.POSTGRESQL);
  }
}
