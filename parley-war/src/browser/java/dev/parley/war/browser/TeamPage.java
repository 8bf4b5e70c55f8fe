package dev.parley.war.browser;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server, a run of a team that has begun, and a browser, shared by the tests of one class. */
@Tag("browser")
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class TeamPage {
  Place place;
  TeamRun run;
  Chromium chromium;

  @BeforeAll
  void begin(@TempDir Path data) {
    place = started(data);
    run = new TeamRun(place).begun();
    chromium = Chromium.start();
  }

  /** Starts the server: one that is open, unless a class needs another. */
  Place started(Path data) {
    return OneFile.start(data);
  }

  @AfterAll
  void stop() {
    chromium.close();
    run.close();
    place.close();
  }

  /** A page of this server in the light look. */
  OpenPage page() {
    return new OpenPage(Look.LIGHT.in(chromium), place);
  }
}
