package dev.parley.war.settings;

import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;

/** The settings that an application server has of its own for a deployment. */
interface ServerSettings {
  /** The settings of a server that has none. */
  ServerSettings NONE =
      new ServerSettings() {
        @Override
        public Optional<String> value(String key) {
          return Optional.empty();
        }

        @Override
        public Set<String> keys() {
          return Set.of();
        }
      };

  /**
   * Returns the value of {@code key}, such as {@code parley.lease}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is one that
   *     cannot be read
   */
  Optional<String> value(String key);

  /** Returns the keys that begin with {@link Settings#PREFIX}, those of other sources included. */
  Set<String> keys();

  /**
   * Returns the settings of MicroProfile Config where the server has it. Its API is no part of the
   * WAR, so the class that names it is loaded after this check.
   */
  static ServerSettings find() {
    ClassLoader deployment = ServerSettings.class.getClassLoader();
    try {
      Class<?> unused =
          Class.forName("org.eclipse.microprofile.config.ConfigProvider", false, deployment);
      return MicroProfileSettings.of(deployment);
    } catch (ClassNotFoundException noApi) {
      return NONE;
    } catch (IllegalStateException noImplementation) {
      return NONE;
    } catch (LinkageError | ServiceConfigurationError broken) {
      System.getLogger(ServerSettings.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "MicroProfile Config of this server cannot be loaded; no setting is read from it:"
                  + " {0}",
              broken);
      return NONE;
    }
  }
}
