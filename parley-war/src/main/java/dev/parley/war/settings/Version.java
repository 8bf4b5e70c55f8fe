package dev.parley.war.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this build. */
public final class Version {
  private static final String TEXT = read();

  private Version() {}

  /** As it was built, for example {@code 0.1.0}. */
  public static String text() {
    return TEXT;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/dev/parley/war/version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException unreadable) {
      return "unknown";
    }
    return properties.getProperty("version", "unknown");
  }
}
