package dev.parley.war.browser;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("browser")
class LiveIT extends LiveContract {
  @Override
  Place start(Path data) {
    return OneFile.start(data);
  }
}
