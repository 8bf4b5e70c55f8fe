package dev.parley.war.browser;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("browser")
class ViewsIT extends ViewsContract {
  @Override
  Place start(Path data) {
    return OneFile.start(data);
  }
}
