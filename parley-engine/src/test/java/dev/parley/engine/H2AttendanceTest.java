package dev.parley.engine;

/** Seats and presence, on H2. */
class H2AttendanceTest extends AttendanceContract {
  H2AttendanceTest() {
    super(Store.H2);
  }
}
