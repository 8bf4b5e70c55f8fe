package dev.parley.war.browser;

import dev.parley.war.servers.PayaraMicro;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The page in Payara Micro. */
@Tag("servers")
class PayaraPageIT {
  private static Place deployed() {
    return new DeployedWar(PayaraMicro.start());
  }

  @Nested
  class Live extends LiveContract {
    @Override
    Place start(Path own) {
      return deployed();
    }
  }

  @Nested
  class Attacks extends AttackContract {
    @Override
    Place start(Path own) {
      return deployed();
    }
  }
}
